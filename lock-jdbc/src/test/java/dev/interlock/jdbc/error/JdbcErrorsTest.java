// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.AcquireOutcome.Unknown;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JdbcErrorsTest {

    private static final String CANARY = "canary-7391";
    private static final LockName LOCK = new LockName("order:42");
    private static final JdbcRequestTracker NOTHING = new JdbcRequestTracker();

    @ParameterizedTest
    @EnumSource
    void a_request_that_was_never_sent_is_never_unknown(JdbcDialect dialect) {
        SQLException thrown = new SQLException("Communications link failure", "08S01", 0);
        assertThat(errors(dialect).acquire(LOCK, thrown, NOTHING)).isInstanceOf(Refused.class);
        assertThat(errors(dialect).acquire(LOCK, thrown, sent())).isEqualTo(new Unknown(thrown));
    }

    @ParameterizedTest
    @EnumSource
    void errors_that_are_in_no_table_are_unknown(JdbcDialect dialect) {
        SQLException thrown = new SQLException("something new", "HY000", 9_999);
        assertThat(errors(dialect).acquire(LOCK, thrown, sent())).isEqualTo(new Unknown(thrown));
    }

    @ParameterizedTest
    @EnumSource
    void each_error_of_mysql_ends_as_the_table_says(MysqlErrorCode error) {
        for (JdbcDialect dialect : new JdbcDialect[] {JdbcDialect.MYSQL, JdbcDialect.MARIADB}) {
            check(dialect, error.reply(), new SQLException("as it says", "HY000", error.code()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void each_error_of_mariadb_ends_as_the_table_says(MariadbErrorCode error) {
        check(JdbcDialect.MARIADB, error.reply(), new SQLException("as it says", "HY000", error.code()));
    }

    @ParameterizedTest
    @EnumSource
    void each_state_of_postgresql_ends_as_the_table_says(PostgresErrorCode error) {
        check(JdbcDialect.POSTGRESQL, error.reply(), new SQLException("as it says", error.state(), 0));
    }

    private static void check(JdbcDialect dialect, JdbcErrorReply reply, SQLException thrown) {
        AcquireOutcome answered = errors(dialect).acquire(LOCK, thrown, sent());
        switch (reply.kind()) {
            case DUPLICATE_KEY -> assertThat(answered).isInstanceOf(Contended.class);
            case ROW_LOCKED, ROLLED_BACK, TRANSIENT, READ_ONLY -> refused(answered, reply, true);
            case PERMANENT -> refused(answered, reply, false);
            case NO_CONNECTION, NO_LOGIN, UNKNOWN -> assertThat(answered).isEqualTo(new Unknown(thrown));
        }
        if (reply.kind() == JdbcErrorKind.NO_CONNECTION || reply.kind() == JdbcErrorKind.NO_LOGIN) {
            // As the pool reports it, when there is no connection.
            SQLException wrapped = new SQLTransientConnectionException("no connection", "08001", thrown);
            boolean mayHeal = reply.kind() == JdbcErrorKind.NO_CONNECTION;
            refused(errors(dialect).acquire(LOCK, wrapped, NOTHING), reply, mayHeal);
        }
    }

    private static void refused(AcquireOutcome outcome, JdbcErrorReply reply, boolean retryable) {
        assertThat(outcome).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.retryable()).isEqualTo(retryable);
            assertThat(refused.cause())
                    .hasMessageStartingWith("'order:42' not acquired: db at h, table t " + reply.what() + " (")
                    .hasMessageContaining("as it says")
                    .message()
                    .doesNotContain("{");
        });
    }

    @Test
    void the_message_names_lock_store_reply_and_way_out() {
        SQLException thrown = new SQLException("Table 'x.t' doesn't exist", "42S02", 1146);
        assertThat(errors(JdbcDialect.MARIADB).acquire(LOCK, thrown, sent()))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.cause())
                                .hasMessage(
                                        "'order:42' not acquired: db at h, table t has no such table (error 1146: Table"
                                                + " 'x.t' doesn't exist): create t with dev/interlock/jdbc/schema/mysql.sql"
                                                + " from the jar of lock-jdbc, or set interlock.schema=create"));
    }

    @Test
    void an_exhausted_pool_says_so() {
        SQLException thrown = new SQLTransientConnectionException("request timed out after 2000ms");
        assertThat(errors(JdbcDialect.MYSQL).acquire(LOCK, thrown, NOTHING))
                .isInstanceOfSatisfying(Refused.class, refused -> {
                    assertThat(refused.retryable()).isTrue();
                    assertThat(refused.cause())
                            .hasMessageContaining("became free in time")
                            .hasMessageContaining("raise interlock.poolSize");
                });
    }

    @Test
    void a_broken_connection_shows_its_cause() {
        SQLException thrown = new SQLException("no answer", "08S01", new SocketTimeoutException("Read timed out"));
        assertThat(errors(JdbcDialect.POSTGRESQL).unavailable("'a' not inspected", thrown))
                .hasMessageContaining("SocketTimeoutException: Read timed out");
    }

    @Test
    void a_password_is_hidden_where_it_stands_and_not_in_the_middle_of_words() {
        SQLException thrown = new SQLException("error: no route to jdbc:mysql://ro:ro@h/db?password=ro", "08S01", 0);
        assertThat(errors(JdbcDialect.MYSQL).unavailable("'a' not acquired", thrown))
                .hasMessageContaining("error: no route to jdbc:mysql://ro:***@h/db?password=***");
    }

    @Test
    void a_text_is_masked_before_it_is_cut() {
        String secret = "p".repeat(300);
        SQLException thrown = new SQLException("x".repeat(150) + " ?password=" + secret + "&z=1", "08S01", 0);
        assertThat(errors(JdbcDialect.MYSQL).unavailable("'a' not acquired", thrown))
                .hasMessageContaining("?password=***&z=1")
                .hasMessageNotContaining("ppp");
        SQLException twoLines = new SQLException("?password=\u00fc" + CANARY + "&z=1\nsecond", "08S01", 0);
        assertThat(errors(JdbcDialect.MYSQL).unavailable("'a' not acquired", twoLines))
                .hasMessageNotContaining(CANARY);
    }

    @Test
    void neither_messages_nor_causes_show_the_password() {
        String url = "jdbc:mysql://(host=h,password=" + CANARY + ")/db";
        SQLException thrown = new SQLException("cannot parse " + url, "28000", new SQLException(url));
        JdbcErrors errors = errors(JdbcDialect.MYSQL);
        assertThat(errors.unavailable("'a' not acquired", thrown))
                .hasMessageNotContaining(CANARY)
                .cause()
                .hasMessageNotContaining(CANARY)
                .hasNoCause();
        assertThat(errors.acquire(LOCK, thrown, sent()).toString()).doesNotContain(CANARY);
    }

    @Test
    void details_below_the_first_line_are_not_shown() {
        SQLException thrown = new SQLException("ERROR: null value\n  Detail: Failing row (owner)", "23502");
        assertThat(errors(JdbcDialect.POSTGRESQL).unavailable("x", thrown)).hasMessageNotContaining("owner");
    }

    private static JdbcErrors errors(JdbcDialect dialect) {
        return new JdbcErrors("db at h, table t", dialect, JdbcLockOptions.STANDARD.withTable("t"));
    }

    private static JdbcRequestTracker sent() {
        JdbcRequestTracker tracker = new JdbcRequestTracker();
        try {
            tracker.track(() -> {
                throw new SQLException("no answer");
            });
        } catch (SQLException e) {
            return tracker;
        }
        throw new AssertionError();
    }
}
