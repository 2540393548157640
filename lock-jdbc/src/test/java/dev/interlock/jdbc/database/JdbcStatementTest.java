// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.interlock.jdbc.RecordingConnection;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.error.PostgresErrorCode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A statement is its text, its parameters in their places, and what is read of the answer. */
class JdbcStatementTest {

    private static final Pattern NAMED = Pattern.compile(":([a-z]+)");
    private static final Map<String, Object> NONE = Map.of();

    private final RecordingConnection recording = new RecordingConnection();

    private static JdbcStatement load(JdbcDialect dialect, String name) {
        return JdbcStatement.load(dialect, name, "shop.locks", 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "postgresql"})
    void each_parameter_is_bound_wherever_it_stands(String dialect) throws SQLException {
        for (String name : List.of("lease-acquire", "lease-insert", "lease-renew", "lease-release-all", "row-wait")) {
            List<String> written = NAMED.matcher(JdbcStatement.resource(dialect + "/" + name + ".sql")
                            .lines()
                            .filter(line -> !line.startsWith("--"))
                            .collect(Collectors.joining("\n")))
                    .results()
                    .map(found -> found.group(1))
                    .toList();
            Map<String, Object> named = new HashMap<>();
            written.forEach(parameter -> named.put(parameter, "the " + parameter));
            load(JdbcDialect.valueOf(dialect.toUpperCase(Locale.ROOT)), name)
                    .prepared(recording.connection, named)
                    .close();
            assertThat(recording.inOrder())
                    .isNotEmpty()
                    .isEqualTo(written.stream()
                            .map(parameter -> "the " + parameter)
                            .toList());
            assertThat(recording.bound).containsKey(1).containsKey(written.size());
            assertThat(Pattern.compile("\\?").matcher(recording.sql).results().map(MatchResult::group))
                    .hasSameSizeAs(written);
            assertThat(recording.timeoutSeconds).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_update_says_how_many_rows_it_found(JdbcDialect dialect) throws SQLException {
        recording.found = 4;
        JdbcStatement release = load(dialect, "lease-release");
        assertThat(release.update(recording.connection, Map.of("owner", "o", "name", "n")))
                .isEqualTo(4);
        assertThat(recording.bound).containsValue("o").containsValue("n");
    }

    @Test
    void a_number_is_that_of_the_row_or_the_generated_key() throws SQLException {
        JdbcStatement returning = load(JdbcDialect.POSTGRESQL, "lease-acquire");
        JdbcStatement generating = load(JdbcDialect.MYSQL, "lease-acquire");
        assertThat(returning.number(recording.connection, NONE)).isNull();
        recording.rows = List.of(7L);
        assertThat(returning.number(recording.connection, Map.of("owner", "o"))).isEqualTo(7);
        assertThat(recording.bound).containsValue("o");
        assertThat(generating.number(recording.connection, Map.of("owner", "o")))
                .isEqualTo(7);
        assertThat(recording.bound).containsValue("o");
        recording.found = 0;
        assertThat(generating.number(recording.connection, NONE)).isNull();
        recording.found = 1;
        recording.rows = List.of();
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> generating.number(recording.connection, NONE))
                .withMessage("the driver gives no generated key");
    }

    @Test
    void a_query_gives_its_first_row_or_all() throws SQLException {
        JdbcStatement look = load(JdbcDialect.POSTGRESQL, "lease-look");
        JdbcStatement.Row<Long> number = (ResultSet row) -> row.getLong(1);
        recording.rows = List.of(3L, 5L);
        assertThat(look.first(recording.connection, Map.of("name", "n"), number))
                .isEqualTo(3);
        assertThat(recording.bound).containsValue("n");
        assertThat(look.all(recording.connection, Map.of("name", "m"), number)).containsExactly(3L, 5L);
        assertThat(recording.bound).containsValue("m");
    }

    @Test
    void a_commit_that_may_lack_its_standby_is_unknown() throws SQLException {
        JdbcStatement renew = load(JdbcDialect.POSTGRESQL, "lease-renew");
        JdbcStatement look = load(JdbcDialect.POSTGRESQL, "lease-look");
        recording.warning = new SQLWarning("canceling wait for synchronous replication", "01000");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> renew.update(recording.connection, NONE))
                .satisfies(thrown ->
                        assertThat(thrown.getSQLState()).isEqualTo(PostgresErrorCode.COMPLETION_UNKNOWN.state()));
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> look.first(recording.connection, NONE, row -> 1))
                .withMessageContaining("may have committed without its standby");
        assertThat(load(JdbcDialect.MYSQL, "lease-renew").update(recording.connection, NONE))
                .isEqualTo(1);
        recording.warning = new SQLWarning("something else", "01P01");
        assertThat(renew.update(recording.connection, NONE)).isEqualTo(1);
    }
}
