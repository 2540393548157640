// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.redis.options.RedisLockOptions.Pool;
import dev.interlock.redis.options.RedisLockOptions.Server;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Options that a program makes are held to the same bounds as those of a uri. */
class RedisLockOptionsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration TOO_LONG = Duration.ofDays(3651);

    @ParameterizedTest
    @ValueSource(strings = {"!", "~", "team:locks"})
    void a_prefix_is_printable_and_not_longer_than_a_hundred(String prefix) {
        RedisLockOptions standard = RedisLockOptions.STANDARD;
        assertThat(standard.withPrefix(prefix).prefix()).isEqualTo(prefix);
        assertThat(standard.withPrefix("p".repeat(100)).prefix()).hasSize(100);
        refused("prefix must have 1 to 100", () -> standard.withPrefix("p".repeat(101)));
        refused("prefix must have 1 to 100", () -> standard.withPrefix(prefix + "\u007f"));
        refused("prefix must have 1 to 100", () -> standard.withPrefix(prefix + " "));
    }

    @Test
    void times_have_bounds() {
        refused("tokenTtl must be", () -> options(TOO_LONG, SECOND));
        refused("pollFallback must be", () -> options(Duration.ofDays(1), TOO_LONG));
        refused("connectTimeout must be", () -> server(1, 0, "n", TOO_LONG, SECOND));
        refused("timeout must be", () -> server(1, 0, "n", SECOND, TOO_LONG));
        refused("poolWait must be", () -> new Pool(1, 0, TOO_LONG, false, false));
    }

    @Test
    void numbers_have_bounds() {
        refused("port must be", () -> server(0, 0, "n", SECOND, SECOND));
        refused("port must be", () -> server(65_536, 0, "n", SECOND, SECOND));
        refused("database must be", () -> server(1, 16_384, "n", SECOND, SECOND));
        refused("poolSize must be", () -> new Pool(0, 0, SECOND, false, false));
        refused("poolMinIdle must be", () -> new Pool(2, 3, SECOND, false, false));
    }

    @Test
    void the_name_of_a_client_has_no_spaces_and_is_not_longer_than_sixty_four() {
        assertThat(server(1, 0, "!" + "n".repeat(62) + "~", SECOND, SECOND).clientName())
                .hasSize(64);
        refused("clientName must have", () -> server(1, 0, "n".repeat(65), SECOND, SECOND));
        refused("clientName must have", () -> server(1, 0, "a b", SECOND, SECOND));
        refused("clientName must have", () -> server(1, 0, "a\u007f", SECOND, SECOND));
    }

    @Test
    void other_acknowledgements_leave_the_rest() {
        AcknowledgedWrites two = new AcknowledgedWrites(2, SECOND);
        RedisLockOptions options = RedisLockOptions.STANDARD.withAcknowledged(two);
        assertThat(options.acknowledged()).isEqualTo(two);
        assertThat(options.withAcknowledged(AcknowledgedWrites.NONE)).isEqualTo(RedisLockOptions.STANDARD);
    }

    private static RedisLockOptions options(Duration tokenTtl, Duration pollFallback) {
        return new RedisLockOptions(
                Server.STANDARD, Pool.STANDARD, "p", tokenTtl, pollFallback, AcknowledgedWrites.NONE);
    }

    private static Server server(int port, int database, String name, Duration connectTimeout, Duration timeout) {
        return new Server("h", port, false, database, null, null, name, connectTimeout, timeout);
    }

    private static void refused(String message, Runnable options) {
        assertThatIllegalArgumentException().isThrownBy(options::run).withMessageStartingWith(message);
    }
}
