// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.contended;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a held lock becomes when its server is killed and started again. */
class RedisRestartIT {

    @Test
    @DisplayName("R6: with an AOF that is written before each answer, lock and token are kept and the lease runs on")
    void a_lock_on_disk_survives_a_killed_server_and_its_lease_runs_on() {
        try (BackendBench bench = new BackendBench("--appendonly", "yes", "--appendfsync", "always")) {
            LockBackend backend = bench.backend("testOnBorrow=true");
            Attempt attempt = attempt(bench.name());
            Grant grant = granted(backend.tryAcquire(attempt));
            long left = bench.pttl(key(attempt.name()));
            bench.server.kill();
            bench.server.restart();
            assertThat(bench.pttl(key(attempt.name()))).isBetween(1L, left - 1);
            contended(backend.tryAcquire(attempt(attempt.name())));
            assertThat(granted(backend.tryAcquire(attempt)).token()).isEqualTo(grant.token());
            assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
            assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
            assertThat(granted(backend.tryAcquire(attempt(attempt.name()))).token())
                    .isGreaterThan(grant.token());
        }
    }

    @Test
    @DisplayName(
            "R5: declared, without persistence a second owner is granted the lock; tokens grow, the first is notified")
    void a_server_that_forgets_grants_a_held_lock_again_with_a_greater_token() {
        try (BackendBench bench = new BackendBench()) {
            LockBackend backend = bench.backend("testOnBorrow=true");
            assertThat(backend.capabilities().has(Capability.SURVIVES_RESTART)).isFalse();
            assertThat(backend.capabilities().has(Capability.TOKENS_SURVIVE_DATA_LOSS))
                    .isTrue();
            LockName name = bench.name();
            Attempt forgotten = attempt(name);
            Grant grant = granted(backend.tryAcquire(forgotten));
            bench.server.restartEmpty();
            Grant next = granted(backend.tryAcquire(attempt(name)));
            assertThat(next.token()).isGreaterThan(grant.token());
            assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.NotOwner.class);
            assertThat(backend.release(forgotten)).isEqualTo(new ReleaseOutcome.NotOwner());
            assertThat(backend.renew(next, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        }
    }
}
