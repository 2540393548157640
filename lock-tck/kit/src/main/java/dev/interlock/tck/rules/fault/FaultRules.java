// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.fault;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.process.GuardedResources;
import dev.interlock.tck.process.RecordedClients;
import dev.interlock.tck.process.SharedResources;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * The rules of FAULT: the backend's declarations about its store's clock and its fail-over are true. Each holds a lock
 * during a fault of its store, and checks the lock afterwards.
 */
public abstract class FaultRules extends ClientRuleTest {

    /** Beyond any lease. */
    private static final Duration JUMP = Duration.ofHours(1);

    private static final Duration READING_ERROR = Duration.ofSeconds(5);

    private static final String GUARDED = "guarded";

    /** How much longer a kept lock is watched than the rest of an earlier lease could matter. */
    private static final Duration WATCHED = Duration.ofSeconds(1);

    @Test
    @Proves(Rule.FAULT_1)
    void FAULT_1_a_jump_of_the_stores_wall_clock_keeps_a_held_lock_or_is_shown_to_give_it_away() throws Exception {
        StoreWallClock clock = offered(fixture()::wallClock, "the fixture cannot set its store's wall clock");
        recorded(clients -> jumped(clients, clock));
    }

    private void jumped(RecordedClients clients, StoreWallClock clock) throws Exception {
        Held held = held(clients, clock::openBackend, longLease(), () -> {});
        Duration wanted = longLease().plus(JUMP);
        clients.inject(Action.JUMP_CLOCK, () -> clock.set(wanted));
        Duration ahead = clock.ahead();
        require(
                ahead.minus(wanted).abs().compareTo(READING_ERROR) < 0,
                "the store's clock was to be {} ms ahead and shows {} ms",
                wanted.toMillis(),
                ahead.toMillis());
        Situations situations = new Situations(
                Situation.SERVER_CLOCK_JUMPED, Situation.BELIEF_CLOCK_JUMPED, Situation.EFFECT_CLOCK_JUMPED);
        String what = "the store's clock was set ahead by " + wanted.toSeconds() + " s";
        if (held.other().capabilities().has(Capability.SURVIVES_CLOCK_JUMP)) {
            requireKept(held, what, situations);
        } else {
            requireGivenAway(held, what, situations, true);
        }
    }

    @Test
    @Proves(Rule.FAULT_2)
    void FAULT_2_a_fail_over_keeps_a_held_lock_or_is_shown_to_give_it_away() throws Exception {
        FailOver failOver = offered(fixture()::failOver, "the fixture has no server that takes over");
        recorded(clients -> failedOver(clients, failOver));
    }

    private void failedOver(RecordedClients clients, FailOver failOver) throws Exception {
        Held held = held(clients, failOver::openBackend, fixture().restartLease(), failOver::holdBack);
        clients.inject(Action.FAIL_OVER, failOver::run);
        Situations situations = new Situations(
                Situation.SERVER_FAILED_OVER, Situation.BELIEF_FAILED_OVER, Situation.EFFECT_FAILED_OVER);
        Capabilities declared = held.other().capabilities();
        if (declared.has(Capability.SURVIVES_FAIL_OVER)) {
            requireKept(held, failOver.description(), situations);
        } else {
            requireGivenAway(
                    held, failOver.description(), situations, declared.has(Capability.TOKENS_SURVIVE_DATA_LOSS));
        }
    }

    /** Opens both clients after the store, so that they are closed before it. */
    private Held held(
            RecordedClients clients, Supplier<? extends LockBackend> opener, Duration lease, Runnable beforeTheHold)
            throws InterruptedException {
        Party holder = party(clients, "holder", opener.get());
        Party rival = party(clients, "rival", opener.get());
        return hold(clients, holder, rival, lease, beforeTheHold);
    }

    /**
     * The situations under which the rule publishes its observations.
     *
     * @param store one owner at a time
     * @param belief one believer at a time
     * @param effect no stale effect behind a guard
     */
    private record Situations(Situation store, Situation belief, Situation effect) {}

    /**
     * A lock that is held, and another client that wants it.
     *
     * @param handle the hold
     * @param lease of the hold
     * @param since when it began
     * @param lost the losses that its holder was notified of
     * @param holder the client that holds it
     * @param rival the other client
     * @param guarded the resource whose guard has seen the hold's token
     */
    private record Held(
            LockHandle handle,
            Duration lease,
            Stopwatch since,
            List<LockLost> lost,
            Party holder,
            Party rival,
            SharedResources guarded) {

        String name() {
            return handle.lockName();
        }

        LockClient other() {
            return rival.client();
        }

        /** Whether the guard lets the effect of a hold through. */
        boolean passes(Party party, long token) {
            return guarded.write(party.recorded().name(), GUARDED, token, token) instanceof SharedResources.Reply.Done;
        }
    }

    /** Holds a lock that the same client held before with a short lease. The rest of that lease must not matter. */
    private Held hold(RecordedClients clients, Party holder, Party rival, Duration lease, Runnable beforeTheHold)
            throws InterruptedException {
        String name = name();
        holdBriefly(holder.client(), name, unrenewed(lease())).release();
        LockClient other = rival.client();
        await("'" + name + "', which was released, is granted to another client", () -> isGranted(other, name));
        beforeTheHold.run();
        Stopwatch since = new Stopwatch();
        LockHandle handle = holder.recorded().holds(hold(holder.client(), name, renewed(lease)));
        List<LockLost> lost = lossesOf(handle);
        SharedResources guarded = new GuardedResources(clients.writer(GUARDED));
        Held held = new Held(handle, lease, since, lost, holder, rival, guarded);
        require(
                tryAcquire(other, name, unrenewed(lease)).isEmpty() && held.passes(holder, handle.fencingToken()),
                "'{}' was granted twice before anything happened",
                name);
        return held;
    }

    private boolean isGranted(LockClient client, String name) {
        Optional<LockHandle> handle = triedInTrouble(client, name, leaseOf(Duration.ofSeconds(1)));
        handle.ifPresent(LockHandle::release);
        return handle.isPresent();
    }

    /** Tries to acquire soon after a fault. The store may not answer then; that is neither a grant nor a refusal. */
    private static Optional<LockHandle> triedInTrouble(LockClient client, String name, Duration lease) {
        try {
            return client.lock(name).tryAcquire(unrenewed(lease));
        } catch (LockException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while acquiring '" + name + "': the rule took too long", e);
        }
    }

    /**
     * Requires that the store works again and still keeps the lock for its holder, so that the holder can rely on it.
     */
    private void requireKept(Held held, String what, Situations situations) throws InterruptedException {
        String name = held.name();
        LockHandle handle = held.handle();
        String probe = name();
        // Servers elect, which a busy machine holds up.
        await(
                "locks are granted again after " + what,
                () -> isGranted(held.other(), probe),
                patience().multipliedBy(4));
        Duration watched = lease().plus(fixture().expiryDelay()).plus(WATCHED);
        never(
                "'" + name + "' is granted to another client: " + what,
                () -> tryAcquire(held.other(), name, unrenewed(held.lease())).isPresent(),
                watched);
        await(
                "the holder of '" + name + "' renews it",
                () -> handle.renew(held.lease()) == RenewResult.RENEWED && handle.state() == HandleState.HELD);
        require(held.lost().isEmpty(), "the holder of '{}' was told {}", name, held.lost());
        held.holder().recorded().releases(handle);
        ReleaseResult released = handle.release();
        require(released == ReleaseResult.RELEASED, "the release of '{}' said {}", name, released);
        long old = handle.fencingToken();
        Party rival = held.rival();
        long next = rival.recorded()
                .holds(hold(rival.client(), name, renewed(held.lease())))
                .fencingToken();
        require(next > old, "the token of '{}' was {} and the next one is {}: {}", name, old, next, what);
        require(
                held.passes(rival, next) && !held.passes(held.holder(), old),
                "a guard did not tell token {} from {}",
                next,
                old);
        evidence("{}; the lock was kept", what);
        found(
                situations.store(),
                true,
                "Another client was refused, and watched for {} ms: {}.",
                watched.toMillis(),
                what);
        found(situations.belief(), true, "The holder could renew and release what it held: {}.", what);
        found(situations.effect(), true, "A guard told the next hold, token {}, from this one, token {}.", next, old);
    }

    /** Requires that the declared weakness exists: another client is let in while the holder's lease still runs. */
    private void requireGivenAway(Held held, String what, Situations situations, boolean tokensGrow) throws Exception {
        String name = held.name();
        LockHandle handle = held.handle();
        List<LockHandle> next = new ArrayList<>(1);
        await("'" + name + "' is granted to another client, as its backend declares: " + what, () -> {
            triedInTrouble(held.other(), name, held.lease())
                    .ifPresent(granted -> next.add(held.rival().recorded().holds(granted)));
            return !next.isEmpty();
        });
        Duration left = handle.remaining();
        boolean believed = handle.state() == HandleState.HELD && !left.isZero();
        Duration passed = held.since().elapsed();
        require(
                passed.compareTo(held.lease()) < 0,
                "'{}' was granted to another after {}, but by then its lease of {} was over",
                name,
                passed,
                held.lease());
        requireTold(held);
        evidence("{}; the lock was given away, as declared", what);
        found(
                situations.store(),
                false,
                "Another client was granted the lock {} ms after its holder, whose lease is {} ms: {}.",
                passed.toMillis(),
                held.lease().toMillis(),
                what);
        found(
                situations.belief(),
                !believed,
                believed
                        ? "Another client was granted the lock of one who believed to hold it, with {} ms of its "
                                + "lease left,"
                                + " and who was told at its next renewal: {}."
                        : "The holder no longer relied on the lock when another client was granted it, with {} ms "
                                + "left: {}.",
                left.toMillis(),
                what);
        foundAboutEffects(held, next.get(0).fencingToken(), situations.effect(), tokensGrow);
    }

    private void requireTold(Held held) {
        AtomicReference<RenewResult> answer = new AtomicReference<>(RenewResult.UNKNOWN);
        await("the store answers a renewal of '" + held.name() + "'", () -> {
            answer.set(held.handle().renew(held.lease()));
            return answer.get() != RenewResult.UNKNOWN;
        });
        require(
                answer.get() == RenewResult.NOT_HELD,
                "'{}' was granted to another, and the renewal of its former holder said {}",
                held.name(),
                answer.get());
        await(
                "the holder of '" + held.name() + "' is notified",
                () -> !held.lost().isEmpty());
    }

    private void foundAboutEffects(Held held, long next, Situation effect, boolean tokensGrow) {
        long old = held.handle().fencingToken();
        boolean whole = next > old && held.passes(held.rival(), next) && !held.passes(held.holder(), old);
        require(
                whole || !tokensGrow,
                "the token of '{}' was {} and the next one is {}, which a guard cannot tell",
                held.name(),
                old,
                next);
        found(
                effect,
                whole,
                whole
                        ? "A guard let the new holder with token {} through and refused the former one with token {}."
                        : "The new holder has token {} after {}: a guard takes it for the older one.",
                next,
                old);
    }
}
