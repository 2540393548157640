// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.options.JdbcLockOptions;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcDialectTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                8.0.31                                       | MYSQL      | true
                8.4.0-log                                    | MYSQL      | true
                5.7.44                                       | MYSQL      | false
                9.7.0                                        | MYSQL      | true
                11.4.5-MariaDB-ubu2404                       | MARIADB    | true
                10.6.1-MariaDB                               | MARIADB    | true
                10.5.9-MariaDB                               | MARIADB    | false
                PostgreSQL 17.11 on x86_64-pc-linux-gnu      | POSTGRESQL | true
                PostgreSQL 13.0 (Debian 13.0-1)              | POSTGRESQL | true
                PostgreSQL 12.9 on x86_64                    | POSTGRESQL | false
                """)
    void is_known_by_the_servers_version(String version, JdbcDialect dialect, boolean supported) {
        assertThat(JdbcDialect.of(version)).isEqualTo(dialect);
        assertThat(dialect.supports(version)).isEqualTo(supported);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "CockroachDB CCL v23.1.0", "H2 2.2"})
    void others_are_none_of_ours(String version) {
        assertThat(JdbcDialect.of(version)).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void has_every_statement(JdbcDialect dialect) {
        for (String name : Arrays.asList("acquire", "insert", "renew", "release", "look")) {
            assertThat(JdbcStatement.load(dialect, "lease-" + name, "shop.locks", 1)
                            .toString())
                    .matches("[A-Z]+ /\\* interlock lease-" + name + " \\*/ .*")
                    .contains(dialect.quoted("shop.locks"))
                    .doesNotContain("{", ":", "--", "\n");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "MYSQL, mysql, mysql-row-lock",
        "MARIADB, mysql, mysql-row-lock",
        "POSTGRESQL, postgresql, postgresql-row-lock"
    })
    void has_the_schema_of_its_family(JdbcDialect dialect, String lease, String rowLock) {
        assertThat(dialect.schemaFile(JdbcLockOptions.STANDARD)).isEqualTo(lease);
        assertThat(JdbcStatement.resource("schema/" + lease + ".sql")).contains("interlock_lease");
        assertThat(dialect.schemaFile(JdbcLockOptions.ROW_LOCK)).isEqualTo(rowLock);
        assertThat(JdbcStatement.resource("schema/" + rowLock + ".sql")).contains("interlock_row_token");
    }

    @Test
    void quotes_schema_and_table_apart() {
        assertThat(JdbcDialect.MYSQL.quoted("a.b")).isEqualTo("`a`.`b`");
        assertThat(JdbcDialect.POSTGRESQL.quoted("b")).isEqualTo("\"b\"");
    }

    @Test
    void asks_for_time_and_role_in_the_words_of_its_server() {
        assertThat(JdbcDialect.MARIADB.now()).contains("UTC_TIMESTAMP(6)");
        assertThat(JdbcDialect.POSTGRESQL.now()).contains("clock_timestamp()");
        assertThat(JdbcDialect.MYSQL.readOnly()).contains("@@GLOBAL.read_only");
        assertThat(JdbcDialect.POSTGRESQL.readOnly()).contains("'transaction_read_only'");
    }

    @Test
    void only_MariaDB_does_not_accept_which_rows_to_lock() {
        assertThat(JdbcDialect.MARIADB.lockingOnly("t")).isEmpty();
        assertThat(JdbcDialect.MYSQL.lockingOnly("t")).isEqualTo("OF t");
        assertThat(JdbcDialect.POSTGRESQL.lockingOnly("t")).isEqualTo("OF t");
    }

    @Test
    void the_oldest_version_is_named_and_an_unreadable_one_is_too_old() {
        assertThat(JdbcDialect.MARIADB.oldest()).isEqualTo("mariadb 10.6");
        assertThat(JdbcDialect.MYSQL.supports("unreadable")).isFalse();
    }

    @Test
    void no_lock_has_the_key_of_the_probe() {
        assertThat(JdbcKeys.probe()).startsWith(0).hasSizeGreaterThan(1);
    }
}
