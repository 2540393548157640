// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.LEASE;
import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.tokenKey;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;

/** Options as they act at the server, however the client is made. */
class RedisOptionsIT {

    private static final Duration TOKEN_TTL = Duration.ofHours(1);

    private static BackendBench fixture;

    @BeforeAll
    static void start() {
        fixture = new BackendBench();
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    @Test
    void a_token_is_kept_for_the_time_that_a_uri_names() {
        requireTokensKept(fixture.backend("tokenTtl=1h"));
    }

    @Test
    void a_token_is_kept_for_the_time_that_the_options_beside_a_client_name() {
        RedisLockOptions standard = RedisLockOptions.STANDARD;
        RedisLockOptions options = new RedisLockOptions(
                standard.server(),
                standard.pool(),
                standard.prefix(),
                TOKEN_TTL,
                standard.pollFallback(),
                standard.acknowledged());
        try (UnifiedJedis client = ApplicationClient.of(fixture.server);
                LockBackend backend = fixture.started(RedisLockBackend.using(client, options))) {
            requireTokensKept(backend);
        }
    }

    private static void requireTokensKept(LockBackend backend) {
        Grant single = granted(backend.tryAcquire(attempt(fixture.name())));
        requireKept(single.attempt().name());
        fixture.server.command("PEXPIRE", tokenKey(single.attempt().name()), "5000");
        assertThat(backend.renew(single, LEASE.plusSeconds(1))).isInstanceOf(RenewOutcome.Renewed.class);
        requireKept(single.attempt().name());
        List<Attempt> attempts = List.of(attempt(fixture.name()), attempt(fixture.name()));
        assertThat(backend.bulk().orElseThrow().tryAcquireAll(attempts)).isInstanceOf(AcquireAllOutcome.Granted.class);
        attempts.forEach(attempt -> requireKept(attempt.name()));
    }

    private static void requireKept(LockName name) {
        long kept = TOKEN_TTL.toMillis();
        assertThat(fixture.pttl(tokenKey(name))).isBetween(kept - 60_000, kept);
    }
}
