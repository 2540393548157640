// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.lease;

import static java.util.Objects.requireNonNull;

import dev.interlock.Capability;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockName;
import dev.interlock.LossCause;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LossWatch;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.Rule;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.Meeting;
import dev.interlock.tck.time.Awaiter;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The rules of LOSS about a lock that is gone from the store before its holder asks. */
public abstract class LossAtOnceRules extends ClientRuleTest {

    /** A backend may ask for a watch a moment after the grant, and connects again now and then. */
    private static final Duration OUTAGE = Duration.ofMillis(1_500);

    /** Longer than a hold has to last for its lock to be watched. */
    private static final Duration A_WHILE = Duration.ofMillis(300);

    private static final Duration ROUNDS = Duration.ofMillis(500);
    private static final int WATCHED = 3;

    @Test
    @Proves(Rule.LOSS_7)
    @ResourceLock(STORE)
    void LOSS_7_a_lock_that_is_deleted_while_it_is_held_is_lost_at_once() throws Exception {
        if (reportsLoss()) {
            String name = name();
            LockHandle handle = hold(client(), name, unrenewed(longLease()));
            Stopwatch held = new Stopwatch();
            await("'" + name + "' is held for a while", () -> held.elapsed().compareTo(A_WHILE) >= 0);
            require(handle.state() == HandleState.HELD, "'{}' is {} although nothing happened", name, handle.state());
            requireLostAtOnce(name, handle);
        }
    }

    @Test
    @Proves(Rule.LOSS_7)
    @ResourceLock(STORE)
    void LOSS_7_a_lock_that_is_deleted_right_after_its_grant_is_lost_soon() throws Exception {
        if (reportsLoss()) {
            String name = name();
            requireLostAtOnce(name, hold(client(), name, unrenewed(longLease())));
        }
    }

    @Test
    @Proves(Rule.LOSS_7)
    @ResourceLock(STORE)
    void LOSS_7_a_lock_whose_watch_has_ended_is_not_reported() {
        StandaloneContext context = new StandaloneContext();
        LockBackend backend = started(fixture().openBackend(), context);
        Optional<LossWatch> watch = backend.lossWatch();
        if (watch.isEmpty()) {
            evidence("the backend has no watch");
            return;
        }
        Grant ended = granted(backend, attempt(name(), longLease()));
        Grant watched = granted(backend, attempt(name(), longLease()));
        watch.get().begin(ended);
        watch.get().begin(watched);
        // The engine asks for the watch each time that it uses it.
        backend.lossWatch().ifPresent(same -> same.end(ended));
        requireReported(context, watched, "which was watched beside another");
        require(
                !context.lost().contains(ended.attempt().id()),
                "the deletion of '{}', whose watch had ended, was reported: the backend keeps ended watches",
                ended.attempt().name());
        watch.get().end(watched);
        evidence("a watch that had ended was silent");
    }

    /** The end of a hold may be told to its watch when the next hold of the lock has begun. */
    @Test
    @Proves(Rule.LOSS_7)
    @ResourceLock(STORE)
    void LOSS_7_the_end_of_one_watch_leaves_that_of_the_next_hold() {
        StandaloneContext context = new StandaloneContext();
        LockBackend backend = started(fixture().openBackend(), context);
        Optional<LossWatch> watch = backend.lossWatch();
        if (watch.isEmpty()) {
            evidence("the backend has no watch");
            return;
        }
        Grant former = granted(backend, attempt(name(), longLease()));
        watch.get().begin(former);
        backend.release(former.attempt());
        Grant next = granted(backend, attempt(former.attempt().name().value(), longLease()));
        watch.get().begin(next);
        watch.get().end(former);
        requireReported(context, next, "which was held before, and released");
        watch.get().end(next);
    }

    @Test
    @Proves(Rule.LOSS_7)
    @ResourceLock(STORE)
    void LOSS_7_after_the_lease_of_one_owner_the_next_owner_is_told() {
        StandaloneContext context = new StandaloneContext();
        LockBackend former = backend();
        LockBackend present = started(fixture().openBackend(), context);
        Optional<LossWatch> watch = present.lossWatch();
        if (watch.isEmpty() || endsWithConnection()) {
            evidence("the backend has no watch, or its holds do not end with their leases");
            return;
        }
        Grant ended = granted(former, attempt(name(), lease()));
        former.lossWatch().ifPresent(one -> one.begin(ended));
        Attempt next = attempt(ended.attempt().name().value(), longLease());
        await(
                "'" + next.name() + "' is granted after the lease of its former owner",
                () -> present.tryAcquire(next) instanceof AcquireOutcome.Granted,
                endOf(lease()));
        Grant owned = granted(present, next);
        watch.get().begin(owned);
        requireReported(context, owned, "which another client held before, until its lease ended");
        watch.get().end(owned);
    }

    @Test
    @Proves(Rule.LOSS_7)
    void LOSS_7_a_free_beside_the_beginning_of_a_watch_is_not_missed() throws Exception {
        StandaloneContext context = new StandaloneContext();
        LockBackend holder = started(fixture().openBackend(), context);
        Optional<LossWatch> watch = holder.lossWatch();
        Optional<OperatorSteps> operator = backend().operator();
        if (watch.isEmpty() || operator.isEmpty()) {
            evidence("the backend has no watch, or no steps of an operator");
            return;
        }
        Meeting meeting = new Meeting();
        Stopwatch since = new Stopwatch();
        int rounds = 0;
        while (since.elapsed().compareTo(ROUNDS) < 0) {
            Grant grant = granted(holder, attempt(name(), longLease()));
            LockName name = grant.attempt().name();
            Future<FreeOutcome> freeing =
                    start(meeting.first(() -> operator.get().free(name, grant.token())));
            meeting.second(() -> {
                watch.get().begin(grant);
                return name;
            });
            if (!(join("a free", freeing) instanceof FreeOutcome.Freed)) {
                evidence("the store frees no lock for an operator");
                return;
            }
            await(
                    "the holder of '" + name + "', which was freed as its watch began, is notified",
                    () -> context.lost().contains(grant.attempt().id()));
            watch.get().end(grant);
            rounds++;
        }
        evidence("{} frees beside the beginning of a watch, all reported", rounds);
    }

    @Test
    @Proves(Rule.LOSS_7)
    void LOSS_7_a_watch_that_begins_during_an_outage_is_set_up_after_it() {
        FaultLink link = link();
        StandaloneContext context = new StandaloneContext();
        LockBackend holder = started(link.openBackend(), context);
        Optional<OperatorSteps> operator = operatorBesideAnOutage();
        if (operator.isEmpty()) {
            return;
        }
        Optional<LossWatch> watch = holder.lossWatch();
        AtomicReference<@Nullable Grant> kept = new AtomicReference<>();
        await(
                "a hold outlasts an outage of " + OUTAGE.toMillis() + " ms",
                () -> {
                    kept.set(keptThroughOutage(link, holder, watch));
                    return kept.get() != null;
                },
                longLease().multipliedBy(3));
        Grant grant = requireNonNull(kept.get());
        LockName name = grant.attempt().name();
        if (!(operator.get().free(name, grant.token()) instanceof FreeOutcome.Freed)) {
            evidence("the store frees no lock for an operator");
            return;
        }
        await(
                "the holder of '" + name + "', whose watch began during an outage, is told that its lock was freed",
                () -> context.lost().contains(grant.attempt().id()),
                longLease().dividedBy(2));
        watch.ifPresent(one -> one.end(grant));
    }

    @Test
    @Proves(Rule.LOSS_7)
    void LOSS_7_a_lock_that_is_freed_during_an_outage_is_reported_after_it() {
        FaultLink link = link();
        StandaloneContext context = new StandaloneContext();
        LockBackend holder = started(link.openBackend(), context);
        Optional<OperatorSteps> operator = operatorBesideAnOutage();
        if (operator.isEmpty()) {
            return;
        }
        List<Grant> watched = Stream.generate(() -> granted(holder, attempt(name(), longLease())))
                .limit(WATCHED)
                .toList();
        Optional<LossWatch> watch = holder.lossWatch();
        watched.forEach(grant -> watch.ifPresent(one -> one.begin(grant)));
        Stopwatch since = new Stopwatch();
        await("the locks are held for a while", () -> since.elapsed().compareTo(A_WHILE) >= 0);
        Grant last = watched.get(WATCHED - 1);
        for (Grant grant : watched.subList(0, WATCHED - 1)) {
            LockName name = grant.attempt().name();
            link.cut();
            if (!(operator.get().free(name, grant.token()) instanceof FreeOutcome.Freed)) {
                evidence("the store frees no lock for an operator");
                return;
            }
            link.heal();
            await(
                    "the holder of '" + name + "', which was freed during an outage, is told of that",
                    () -> context.lost().contains(grant.attempt().id()),
                    longLease().dividedBy(2));
        }
        await(
                "a lock that was not freed is renewed",
                () -> holder.renew(last, longLease()) instanceof RenewOutcome.Renewed);
        require(
                !context.lost().contains(last.attempt().id()),
                "'{}' was not freed, and its holder was told of a loss after an outage",
                last.attempt().name());
        watched.forEach(grant -> watch.ifPresent(one -> one.end(grant)));
        evidence("{} locks freed in as many outages, each reported", WATCHED - 1);
    }

    /** Empty if there is nothing to report after an outage, which the rule records. */
    private Optional<OperatorSteps> operatorBesideAnOutage() {
        Optional<OperatorSteps> operator = backend().operator();
        if (declares(Capability.REPORTS_LOSS) && operator.isPresent() && !endsWithConnection()) {
            return operator;
        }
        evidence("it has no steps of an operator, or its holds end with their connections");
        return Optional.empty();
    }

    /** A hold that is renewed after the outage in which its watch began; null if the machine stalled for too long. */
    private @Nullable Grant keptThroughOutage(FaultLink link, LockBackend holder, Optional<LossWatch> watch) {
        if (!(holder.tryAcquire(attempt(name(), longLease())) instanceof AcquireOutcome.Granted granted)) {
            return null;
        }
        Grant grant = granted.grant();
        link.cut();
        watch.ifPresent(one -> one.begin(grant));
        Stopwatch outage = new Stopwatch();
        await("the watch was asked for in vain", () -> outage.elapsed().compareTo(OUTAGE) > 0);
        link.heal();
        // The second one comes after whatever the first one had set up.
        boolean renewed =
                Awaiter.holdsWithin(() -> holder.renew(grant, longLease()) instanceof RenewOutcome.Renewed, longLease())
                        && holder.renew(grant, longLease()) instanceof RenewOutcome.Renewed;
        if (!renewed) {
            watch.ifPresent(one -> one.end(grant));
        }
        return renewed ? grant : null;
    }

    private void requireReported(StandaloneContext context, Grant watched, String which) {
        storeHooks().deleteLocks();
        await(
                "the deletion of '" + watched.attempt().name() + "', " + which + ", is reported",
                () -> context.lost().contains(watched.attempt().id()),
                longLease().dividedBy(2));
        evidence("reported: the deletion of a lock, {}", which);
    }

    private void requireLostAtOnce(String name, LockHandle handle) {
        List<LockLost> told = lossesOf(handle);
        Stopwatch deleted = new Stopwatch();
        storeHooks().deleteLocks();
        await(
                "the holder of '" + name + "', which was deleted, is notified before half of its lease is over",
                () -> !told.isEmpty(),
                longLease().dividedBy(2));
        long millis = deleted.elapsed().toMillis();
        LossCause cause = told.get(0).cause();
        require(cause == LossCause.SESSION_ENDED, "the cause of the loss of '{}' was {}", name, cause);
        require(handle.state() == HandleState.LOST, "'{}' was reported lost and is {}", name, handle.state());
        evidence(
                "notified {} ms after the deletion, with a lease of {} ms",
                millis,
                longLease().toMillis());
    }

    private boolean reportsLoss() {
        boolean declared = capabilities().has(Capability.REPORTS_LOSS);
        if (!declared) {
            evidence("not declared: a holder learns of a deletion at its next renewal, or at the end of its lease");
        }
        return declared;
    }
}
