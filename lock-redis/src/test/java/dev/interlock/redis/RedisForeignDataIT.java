// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.contended;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.key;
import static dev.interlock.redis.BackendBench.refused;
import static dev.interlock.redis.BackendBench.tokenKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is done about keys that hold what we did not write. */
class RedisForeignDataIT {

    private static BackendBench fixture;
    private static LockBackend backend;

    private final LockName name = fixture.name();

    @BeforeAll
    static void start() {
        fixture = new BackendBench();
        backend = fixture.backend();
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    @Test
    void an_exhausted_or_foreign_token_key_is_refused() {
        for (String value : new String[] {"9007199254740991", "99999999999999999999", "x", "-1", "1e3", ""}) {
            assertThat(fixture.server.command("SET", tokenKey(name), value)).isEqualTo("OK");
            assertThat(refused(backend.tryAcquire(attempt(name))).retryable()).isFalse();
            assertThat(refused(backend.tryAcquire(attempt(name))).cause())
                    .hasMessageContaining("'" + tokenKey(name) + "'")
                    .hasMessageContaining("2^53");
            assertThat(fixture.server.command("EXISTS", key(name))).isEqualTo("0");
        }
    }

    @Test
    void a_lock_that_lost_its_expiry_is_contended_and_never_acquired() {
        granted(backend.tryAcquire(attempt(name)));
        assertThat(fixture.server.command("PERSIST", key(name))).isEqualTo("1");
        assertThat(contended(backend.tryAcquire(attempt(name)))).isEqualTo(Duration.ofSeconds(1));
        assertThat(backend.inspect(name)).get().extracting(Holder::remaining).isEqualTo(Optional.empty());
    }

    @Test
    void a_newer_version_of_the_value_is_contended() {
        String newer = "2 " + AttemptId.random().text() + " 5 1 - more";
        assertThat(fixture.server.command("SET", key(name), newer, "PX", "5000"))
                .isEqualTo("OK");
        assertThat(contended(backend.tryAcquire(attempt(name)))).isLessThan(Duration.ofSeconds(6));
    }

    @Test
    void a_foreign_value_is_refused_with_the_key_and_the_way_out() {
        for (String value : new String[] {"locked", "", "1", "uuid:1"}) {
            assertThat(fixture.server.command("SET", key(name), value)).isEqualTo("OK");
            assertThat(refused(backend.tryAcquire(attempt(name))).retryable()).isFalse();
            assertThat(refused(backend.tryAcquire(attempt(name))).cause())
                    .hasMessage(
                            "'" + name + "' not acquired: " + backend.store() + " keeps something else under the key '"
                                    + key(name) + "' (not a lock of ours): delete that key or use another prefix");
            assertThat(backend.release(attempt(name))).isEqualTo(new ReleaseOutcome.NotOwner());
            assertThatExceptionOfType(LockUnavailableException.class)
                    .isThrownBy(() -> backend.inspect(name))
                    .withMessageContaining(key(name));
            assertThat(fixture.server.command("GET", key(name))).isEqualTo(value);
        }
    }

    @Test
    void a_key_of_another_type_is_refused_and_untouched() {
        assertThat(fixture.server.command("LPUSH", key(name), "x")).isEqualTo("1");
        assertThat(refused(backend.tryAcquire(attempt(name))).retryable()).isFalse();
        assertThat(refused(backend.tryAcquire(attempt(name))).cause())
                .hasMessageContaining("WRONGTYPE")
                .hasMessageContaining("another prefix");
        assertThat(backend.release(attempt(name))).isInstanceOf(ReleaseOutcome.Unknown.class);
        assertThat(fixture.server.command("LLEN", key(name))).isEqualTo("1");
    }
}
