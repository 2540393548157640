// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.HandOff;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The rules of HAND about the end of hand-off: its bounds, and a loss. */
abstract class HandOffEndRules extends HandOffRuleTest {

    private static final int WAITERS = 6;

    @Test
    @Proves(Rule.HAND_3)
    void HAND_3_a_lock_is_handed_over_so_often_and_then_released() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend, new HandOff(2, LONG_ENOUGH));
        String name = name();
        requireAttempts(client, backend, name, 1 + WAITERS / 3, Duration.ZERO);
    }

    @Test
    @Proves(Rule.HAND_3)
    void HAND_3_a_lock_is_handed_over_for_so_long_and_then_released() throws Exception {
        Duration within = Duration.ofMillis(30);
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend, new HandOff(HandOff.MAX_MOST, within));
        String name = name();
        requireAttempts(client, backend, name, 1 + WAITERS, within);
    }

    @Test
    @Proves(Rule.HAND_3)
    void HAND_3_nothing_is_handed_over_where_that_is_switched_off() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend, HandOff.NONE);
        String name = name();
        requireAttempts(client, backend, name, 1 + WAITERS, Duration.ZERO);
    }

    /**
     * Requires that the store is asked for at least this many grants in all, when each handle is held for the given
     * time.
     */
    private void requireAttempts(LockClient client, InterceptedBackend backend, String name, int least, Duration hold)
            throws Exception {
        for (CompletableFuture<LockHandle> each : waiters(client, name, WAITERS)) {
            LockHandle handle = next(each);
            Stopwatch held = new Stopwatch();
            await(
                    "the lock is held for " + hold.toMillis() + " ms",
                    () -> held.elapsed().compareTo(hold) > 0);
            handle.release();
        }
        long asked = backend.distinctAttempts(name);
        require(
                asked >= least,
                "'{}' was handed over beyond its bound: {} attempts for {} handles, at least {} were due",
                name,
                asked,
                1 + WAITERS,
                least);
        evidence("{} attempts for {} handles", asked, 1 + WAITERS);
    }

    @Test
    @Proves(Rule.HAND_4)
    void HAND_4_a_loss_is_that_of_the_handle_that_has_the_lock() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend, new HandOff(HandOff.MAX_MOST, LONG_ENOUGH));
        String name = name();
        Duration lease = leaseOf(STEADY);
        var briefly = waiting(LONG).withLease(lease);
        List<CompletableFuture<LockHandle>> waiters = waiters(client, name, List.of(briefly, briefly, briefly));
        LockHandle former = next(waiters.get(0));
        List<LockLost> formerLosses = lossesOf(former);
        former.release();
        LockHandle present = next(waiters.get(1));
        List<LockLost> losses = lossesOf(present);
        backend.takeAway(name);
        await("the handle that has '" + name + "' is lost", () -> present.state() == HandleState.LOST);
        await("its loss is told", () -> !losses.isEmpty());
        require(
                former.state() == HandleState.RELEASED && formerLosses.isEmpty(),
                "the handle that had '{}' before is {}, and was told of {}",
                name,
                former.state(),
                formerLosses);
        LockHandle after = next(waiters.get(2));
        require(
                after.state() == HandleState.HELD && after.fencingToken() > present.fencingToken(),
                "the handle that follows a lost one of '{}' is {} with token {}, after {}",
                name,
                after.state(),
                after.fencingToken(),
                present.fencingToken());
        require(losses.size() == 1, "the loss of '{}' was told {} times", name, losses.size());
        evidence("{}; the one before is {}, the one after has token {}", losses, former.state(), after.fencingToken());
    }
}
