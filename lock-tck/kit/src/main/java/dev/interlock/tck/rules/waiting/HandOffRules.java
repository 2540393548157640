// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.waiting;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandOff;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The rules of HAND. */
public abstract class HandOffRules extends InstrumentedRuleTest {

    /** Longer than a rule runs. */
    private static final Duration LONG_ENOUGH = HandOff.MAX_WITHIN;

    private static final int WAITERS = 6;

    private LockClient client(InterceptedBackend backend, HandOff handOff) {
        return client(backend, ClientOptions.STANDARD.withHandOff(handOff));
    }

    /** Waiters of one client in the order of their arrival, behind a holder of the same client that then releases. */
    private List<CompletableFuture<LockHandle>> waiters(LockClient client, String name, int count) throws Exception {
        return waiters(client, name, Collections.nCopies(count, waiting(LONG)));
    }

    /** The same with options for each waiter. */
    private List<CompletableFuture<LockHandle>> waiters(LockClient client, String name, List<AcquireOptions> options)
            throws Exception {
        LockHandle alone = hold(client, name, renewed(longLease()));
        List<CompletableFuture<LockHandle>> waiters = new ArrayList<>();
        for (AcquireOptions each : options) {
            waiters.add(client.lock(name).acquireAsync(each));
        }
        alone.release();
        return waiters;
    }

    private LockHandle next(CompletableFuture<LockHandle> waiter) throws Exception {
        return granted("the next waiter's acquisition", waiter);
    }

    @Test
    @Proves(Rule.HAND_1)
    void HAND_1_tokens_grow_from_handle_to_handle_and_beyond() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend, new HandOff(HandOff.MAX_MOST, LONG_ENOUGH));
        String name = name();
        List<Long> tokens = new ArrayList<>();
        for (CompletableFuture<LockHandle> each : waiters(client, name, 6)) {
            LockHandle handle = next(each);
            tokens.add(handle.fencingToken());
            handle.release();
        }
        LockHandle other = hold(client(), name, waiting());
        tokens.add(other.fencingToken());
        require(
                tokens.stream().distinct().sorted().toList().equals(tokens),
                "the tokens of '{}' that followed each other do not grow: {}",
                name,
                tokens);
        evidence("tokens {} of {} attempts", tokens, backend.distinctAttempts(name));
    }

    @Test
    @Proves(Rule.HAND_2)
    void HAND_2_a_former_handle_does_not_touch_the_one_that_follows() throws Exception {
        LockClient client = client(intercepted(), new HandOff(HandOff.MAX_MOST, LONG_ENOUGH));
        LockClient other = client();
        String name = name();
        List<CompletableFuture<LockHandle>> waiters = waiters(client, name, 2);
        LockHandle former = next(waiters.get(0));
        ReleaseResult first = former.release();
        LockHandle present = next(waiters.get(1));
        require(
                former.release() == first && first == ReleaseResult.RELEASED,
                "the release of '{}' that handed it over said {}, and again {}",
                name,
                first,
                former.release());
        RenewResult renewed = former.renew(longLease());
        require(renewed == RenewResult.NOT_HELD, "a handle that was released renewed '{}': {}", name, renewed);
        former.close();
        require(
                present.state() == HandleState.HELD && !isFree(other, name),
                "'{}' is {} for the handle that has it, and others are granted it, after its former handle was used",
                name,
                present.state());
        evidence("released twice, renewed and closed, with {} for the next", present.state());
    }

    @Test
    @Proves(Rule.HAND_5)
    void HAND_5_another_lease_is_asked_of_the_store() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend, new HandOff(HandOff.MAX_MOST, LONG_ENOUGH));
        String name = name();
        var same = waiting(LONG);
        var unrenewed = same.withRenewal(Renewal.NONE);
        List<CompletableFuture<LockHandle>> waiters = waiters(client, name, List.of(same, unrenewed, same));
        long asked = 1;
        for (CompletableFuture<LockHandle> each : waiters) {
            LockHandle handle = next(each);
            asked++;
            require(
                    backend.distinctAttempts(name) >= asked,
                    "'{}' was handed over to one that asked for another lease, or past one: {} attempts for {} handles",
                    name,
                    backend.distinctAttempts(name),
                    asked);
            require(
                    waiters.subList((int) asked - 1, waiters.size()).stream().noneMatch(CompletableFuture::isDone),
                    "a waiter for '{}' was granted it before its turn",
                    name);
            handle.release();
        }
        evidence("{} attempts for {} handles", backend.distinctAttempts(name), asked);
    }

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
        await("its loss is reported", () -> !losses.isEmpty());
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
