// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.StandbyBench.LONG;
import static dev.interlock.jdbc.StandbyBench.answered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingDomain;
import dev.interlock.guard.FencingGuard;
import dev.interlock.testbed.server.SqlProduct;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** A standby that replicates asynchronously is promoted while leases are held. */
@ParameterizedClass
@EachProduct
class SqlStandbyIT {

    private static final FencingDomain DOMAIN = new FencingDomain("standby", 1);
    private static final String NAME = "order";

    @Parameter
    SqlProduct product;

    private StandbyBench bench;

    @BeforeEach
    void start() {
        bench = new StandbyBench(product);
    }

    @AfterEach
    void stop() {
        if (bench != null) {
            bench.close();
        }
    }

    @Test
    @DisplayName(
            "Q6: a demoted primary refuses, a replicated hold goes on, its waiter follows, and no connection stays behind")
    void a_replicated_hold_outlives_the_switch_and_no_connection_stays_at_the_demoted_primary() throws Exception {
        LockClient holder = bench.client();
        LockClient other = bench.client();
        LockHandle held = holder.lock(NAME).tryAcquire(LONG).orElseThrow();
        CompletableFuture<LockHandle> waiting = other.lock(NAME).acquireAsync(LONG.withMaxWait(Duration.ofMinutes(4)));
        bench.pair.awaitInSync();
        bench.pair.promote();
        bench.pair.demotePrimary();
        assertThat(held.renew(LONG.lease())).isEqualTo(RenewResult.UNKNOWN);
        // Never "held by another", and never granted. The first word after a restart may be that of a broken
        // connection.
        await().atMost(StandbyBench.LIMIT)
                .untilAsserted(() -> assertThat(
                                catchThrowable(() -> other.lock("other").tryAcquire(LONG)))
                        .hasMessageContaining("is read-only")
                        .hasMessageContaining("point the url at the primary"));
        bench.leadToStandby();
        await().atMost(StandbyBench.LIMIT).until(() -> held.renew(LONG.lease()) == RenewResult.RENEWED);
        assertThat(waiting).isNotDone();
        await().atMost(StandbyBench.LIMIT)
                .until(() -> StandbyBench.sessions(bench.pair.primary()).equals("0"));
        assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
        LockHandle next = waiting.get(1, TimeUnit.MINUTES);
        assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
    }

    @Test
    @DisplayName(
            "Q15: declared, a promoted standby without the row grants a held lock again, with a token by the clock")
    void a_promoted_standby_without_the_row_grants_a_held_lock_again_and_the_holder_is_notified()
            throws InterruptedException {
        LockClient holder = bench.client();
        LockClient other = bench.client();
        bench.used(holder, NAME);
        bench.used(holder, "ahead");
        bench.putTokenAhead("ahead");
        bench.pair.cutOff();
        LockHandle held = holder.lock(NAME).tryAcquire(LONG).orElseThrow();
        LockHandle ahead = holder.lock("ahead").tryAcquire(LONG).orElseThrow();
        bench.pair.primary().kill();
        bench.pair.promote();
        bench.leadToStandby();
        LockHandle second = answered(other, NAME).orElseThrow();
        assertThat(held.state()).as("both believe").isEqualTo(HandleState.HELD);
        assertThat(second.fencingToken()).isGreaterThan(held.fencingToken());
        await().atMost(StandbyBench.LIMIT).until(() -> held.renew(LONG.lease()) == RenewResult.NOT_HELD);
        assertThat(held.state()).isEqualTo(HandleState.LOST);
        // Only the clock makes tokens grow here: where the last one is ahead of it, the next repeats the lost one.
        assertThat(answered(other, "ahead").orElseThrow().fencingToken()).isEqualTo(ahead.fencingToken());
        assertThat(second.renew(LONG.lease())).isEqualTo(RenewResult.RENEWED);
    }

    @Test
    @DisplayName(
            "split brain: declared, an old primary that runs on keeps its holder beside the new one; tokens order them")
    void an_old_primary_that_runs_on_keeps_its_holder_and_a_guard_takes_them_in_one_order()
            throws InterruptedException {
        LockClient old = bench.client();
        bench.used(old, NAME);
        bench.pair.cutOff();
        LockHandle first = old.lock(NAME).tryAcquire(LONG).orElseThrow();
        bench.pair.promote();
        LockClient young = bench.clientOf(bench.pair.standby().url());
        LockHandle second = young.lock(NAME).tryAcquire(LONG).orElseThrow();
        assertThat(first.renew(LONG.lease())).as("at the old primary").isEqualTo(RenewResult.RENEWED);
        assertThat(second.renew(LONG.lease())).as("at the new primary").isEqualTo(RenewResult.RENEWED);
        FencingGuard guard = new FencingGuard(1);
        requirePassed(guard, second);
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> requirePassed(guard, first));
        // One order, but no exclusion: the latest grant, by whichever primary, shuts the other holder out.
        assertThat(first.release()).isEqualTo(ReleaseResult.RELEASED);
        LockHandle third = old.lock(NAME).tryAcquire(LONG).orElseThrow();
        assertThat(second.state()).isEqualTo(HandleState.HELD);
        requirePassed(guard, third);
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> requirePassed(guard, second));
    }

    private static void requirePassed(FencingGuard guard, LockHandle handle) {
        assertThat(guard.<Boolean, RuntimeException>claim(DOMAIN.claim(handle), () -> true))
                .isTrue();
    }
}
