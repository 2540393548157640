// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Refused;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The messages of a step that failed, and what follows from an error. */
class JdbcErrorMessagesTest {

    private final JdbcErrors errors = new JdbcErrors("db at h", JdbcDialect.MYSQL, JdbcLockOptions.STANDARD);

    private static SQLException thrown(MysqlErrorCode error) {
        return new SQLException("as it says", "HY000", error.code());
    }

    /** Only those errors, and none that is in no table. */
    private void follows(MysqlErrorCode error, BiPredicate<JdbcErrors, SQLException> what, boolean expected) {
        assertThat(what.test(errors, thrown(error))).isEqualTo(expected);
        assertThat(what.test(errors, new SQLException("something new", "HY000", 9_999)))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void what_follows_from_an_error(MysqlErrorCode error) {
        JdbcErrorKind kind = error.reply().kind();
        follows(error, JdbcErrors::isRowLocked, kind == JdbcErrorKind.ROW_LOCKED);
        follows(error, JdbcErrors::isReadOnly, kind == JdbcErrorKind.READ_ONLY);
        follows(error, JdbcErrors::mayRepeat, kind == JdbcErrorKind.DUPLICATE_KEY || kind == JdbcErrorKind.ROLLED_BACK);
        follows(error, JdbcErrors::isMissingTable, error.reply().wayOut().equals(JdbcErrors.MISSING_TABLE));
    }

    @Test
    void if_nothing_of_it_can_be_left_it_is_taken_or_refused() {
        LockName name = new LockName("a");
        assertThat(errors.notAcquired(name, new SQLException("Duplicate entry", "23000", 1062)))
                .isInstanceOf(Contended.class);
        assertThat(errors.notAcquired(name, new SQLException("something new", "HY000", 9_999)))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.cause())
                                .hasMessage(
                                        "'a' not acquired: db at h cannot be reached or failed (error 9999: something new):"
                                                + " check that the server runs and that the url names it"));
        assertThat(errors.store()).isEqualTo("db at h");
    }

    @Test
    void a_row_or_table_of_another_form_is_reported_with_a_way_out() {
        assertThat(errors.foreign("failed", "format 2"))
                .hasMessage("failed: db at h keeps a row that a newer Interlock wrote (format 2): upgrade this client");
        assertThat(errors.unfit("lacks its table", JdbcErrors.OTHER_TABLE))
                .hasMessageStartingWith("locks cannot be kept: db at h lacks its table: compare interlock_lease with")
                .hasMessageContaining("schema/mysql.sql");
    }

    @Test
    void too_many_row_locks_and_a_missing_key_have_ways_out_of_their_own() {
        assertThat(errors.unavailable("failed", new RowLockLimitException(50)))
                .hasMessage(
                        "failed: db at h is asked for no more: this client has 50 connections that hold locks or wait"
                                + " for them, and may have no more: release some, or raise interlock.maxHeld and what the server"
                                + " allows");
        assertThat(errors.unavailable("failed", new SQLException("Public Key Retrieval is not allowed", "08001")))
                .hasMessageContaining("takes this user's password over TLS or encrypted with its key only")
                .hasMessageEndingWith("or serverRSAPublicKeyFile");
        assertThat(errors.unavailable(
                        "failed", new SQLTransientConnectionException("none", new SQLException("refused", "08S01"))))
                .hasMessageContaining("cannot be reached or failed (state 08S01: refused)");
    }

    @Test
    void a_text_of_exactly_the_longest_length_is_shown_whole() {
        String longest = "x".repeat(200 - "error 9999: ".length());
        assertThat(errors.unavailable("failed", new SQLException(longest, "HY000", 9_999)))
                .hasMessageContaining(longest + ")");
        assertThat(errors.unavailable("failed", new SQLException(longest + "x", "HY000", 9_999)))
                .hasMessageContaining(longest + "…)");
    }
}
