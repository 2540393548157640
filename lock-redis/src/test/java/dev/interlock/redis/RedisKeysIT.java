// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.tokenKey;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Where keys are, and how long they last, by the options. */
class RedisKeysIT {

    private static BackendBench fixture;

    private final LockName name = fixture.name();

    @BeforeAll
    static void start() {
        fixture = new BackendBench();
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    @Test
    void the_token_key_lives_as_long_as_the_option_says() {
        LockBackend brief = fixture.backend("tokenTtl=2m");
        Grant grant = granted(brief.tryAcquire(attempt(name)));
        assertThat(fixture.pttl(tokenKey(name))).isBetween(100_000L, 120_000L);
        assertThat(fixture.server.command("PEXPIRE", tokenKey(name), "5000")).isEqualTo("1");
        assertThat(brief.renew(grant, BackendBench.LEASE.plusSeconds(1))).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(fixture.pttl(tokenKey(name))).isBetween(100_000L, 120_000L);
    }

    @Test
    void another_database_has_other_locks() {
        granted(fixture.backend().tryAcquire(attempt(name)));
        assertThat(granted(fixture.backend("database=3").tryAcquire(attempt(name)))
                        .token())
                .isPositive();
    }

    @Test
    void the_probe_leaves_nothing_that_lasts() {
        fixture.backend("prefix=probed");
        String keys = fixture.server.command("KEYS", "probed:*");
        for (String key : keys.lines().toList()) {
            assertThat(fixture.pttl(key)).isBetween(1L, 30_000L);
        }
        assertThat(keys.lines()).noneMatch(key -> key.endsWith("}"));
    }
}
