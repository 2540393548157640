// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.jdbc.options.JdbcLockOptions.Mode;
import dev.interlock.jdbc.options.JdbcLockOptions.Pool;
import dev.interlock.jdbc.options.JdbcLockOptions.Schema;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Options that a program makes are held to the same bounds as those of a uri. */
class JdbcLockOptionsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration TOO_LONG = Duration.ofMinutes(2);

    @Test
    void times_and_numbers_have_bounds() {
        refused("interlock.timeout must be", () -> options(TOO_LONG, 1));
        refused("interlock.maxHeld must be", () -> options(SECOND, 0));
        refused("interlock.maxHeld must be", () -> options(SECOND, 1_001));
        refused("interlock.poolSize must be", () -> new Pool(0, 1, SECOND, SECOND));
        refused("interlock.poolReserve must be", () -> new Pool(1, 0, SECOND, SECOND));
        refused("interlock.poolWait must be", () -> new Pool(1, 1, TOO_LONG, SECOND));
        refused("interlock.connectTimeout must be", () -> new Pool(1, 1, SECOND, TOO_LONG));
    }

    @Test
    void the_name_of_a_table_leaves_room_for_that_of_its_tokens() {
        String longest = "t".repeat(57);
        assertThat(JdbcLockOptions.ROW_LOCK.withTable(longest).tables())
                .isEqualTo(longest + " and " + longest + "_token");
        assertThat(JdbcLockOptions.ROW_LOCK.withTable("s".repeat(63) + "." + longest))
                .isNotNull();
        refused(
                "interlock.table must have at most 57 characters in mode row-lock",
                () -> JdbcLockOptions.ROW_LOCK.withTable(longest + "t"));
        refused(
                "interlock.table must have at most 57 characters in mode row-lock",
                () -> JdbcLockOptions.ROW_LOCK.withTable("s." + longest + "t"));
        assertThat(JdbcLockOptions.STANDARD.withTable("t".repeat(63)).tables()).hasSize(63);
    }

    @Test
    void another_schema_leaves_the_rest() {
        JdbcLockOptions create = JdbcLockOptions.STANDARD.withSchema(Schema.CREATE);
        assertThat(create.schema()).isEqualTo(Schema.CREATE);
        assertThat(create.withSchema(Schema.VALIDATE)).isEqualTo(JdbcLockOptions.STANDARD);
    }

    private static JdbcLockOptions options(Duration timeout, int maxHeld) {
        return new JdbcLockOptions(Mode.LEASE, "t", Schema.VALIDATE, timeout, maxHeld, Pool.STANDARD);
    }

    private static void refused(String message, Runnable options) {
        assertThatIllegalArgumentException().isThrownBy(options::run).withMessageStartingWith(message);
    }
}
