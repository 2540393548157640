// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.share;

import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rules of SHARE about lost replies and late requests. */
public abstract class ShareLinkRules extends ShareRuleTest {

    @Test
    @Proves(Rule.SHARE_4)
    void SHARE_4_what_an_acquisition_with_a_lost_reply_took_comes_back() throws Exception {
        if (!shares()) {
            return;
        }
        FaultLink link = link();
        LockClient slow = client(link);
        String name = name();
        MessageGate gate = link.dropReply(RequestKind.SHARE);
        Future<Boolean> step = start(() -> {
            try {
                slow.semaphore(name, 2)
                        .permits(2)
                        .tryAcquire(unrenewed(longLease()))
                        .ifPresent(LockHandle::release);
                return true;
            } catch (LockException e) {
                return false;
            }
        });
        awaitReached("an acquisition", RequestKind.SHARE, gate, step);
        boolean answered = join("an acquisition with a lost reply", step, LONG);
        LockClient other = client();
        await(
                "a permit of '" + name + "' comes back, long before the lease of " + longLease() + " ends",
                () -> !isRefused(other.semaphore(name, 2).permits(2)));
        evidence("the client {}", answered ? "found its own grant" : "was told that the outcome is not known");
    }

    @Test
    @Proves(Rule.SHARE_5)
    void SHARE_5_whichever_message_of_a_step_is_lost_its_outcome_agrees_with_the_store() throws Exception {
        if (!shares()) {
            return;
        }
        FaultLink link = link();
        if (steps().capabilities().has(Capability.ENDS_WITH_CONNECTION)) {
            evidence("a grant ends with its connection");
            return;
        }
        requireAgreement(link, position -> link.dropReply(RequestKind.ANY, position));
        requireAgreement(link, position -> link.cutRequest(RequestKind.ANY, position));
    }

    private void requireAgreement(FaultLink link, IntFunction<MessageGate> fault) throws Exception {
        ShareSteps other = steps();
        forEachRequest(RequestKind.ANY, link, position -> {
            ShareSteps slow = steps(started(link.openBackend()));
            Grant grant = granted(slow, attempt(name(), longLease()), BOTH);
            MessageGate gate = fault.apply(position);
            RenewOutcome outcome = slow.renew(grant, longLease()).outcome();
            requireFreeIf(outcome instanceof RenewOutcome.NotOwner, other, grant, outcome);
            return gate;
        });
        forEachRequest(RequestKind.ANY, link, position -> {
            ShareSteps slow = steps(started(link.openBackend()));
            Grant grant = granted(slow, attempt(name(), longLease()), BOTH);
            MessageGate gate = fault.apply(position);
            ReleaseOutcome outcome = slow.release(grant.attempt());
            requireFreeIf(!(outcome instanceof ReleaseOutcome.Unknown), other, grant, outcome);
            return gate;
        });
    }

    private void requireFreeIf(boolean denied, ShareSteps other, Grant grant, Object outcome) {
        String name = grant.attempt().name().value();
        require(
                !denied || other.tryAcquire(attempt(name, longLease()), BOTH) instanceof AcquireOutcome.Granted,
                "a step with a lost message ended as {}, and the units of '{}' are taken still",
                outcome,
                name);
    }

    /** Of the requests of a step it may be the first one that begins the lease. */
    @Test
    @Proves(Rule.SHARE_6)
    void SHARE_6_no_other_is_granted_the_units_of_a_holder_that_had_late_replies() {
        if (!shares()) {
            return;
        }
        FaultLink link = link();
        ShareSteps slow = steps(started(link.openBackend()));
        ShareSteps other = steps();
        Duration lease = leaseOnSlowLink(link);
        requireBelieved(link, "an acquisition", other, () -> {
            Attempt attempt = attempt(name(), lease);
            return slow.tryAcquire(attempt, BOTH) instanceof AcquireOutcome.Granted granted
                    ? new Hold(attempt, granted.grant().sentNanos() + lease.toNanos())
                    : null;
        });
        requireBelieved(link, "a renewal", other, () -> {
            Attempt attempt = attempt(name(), lease);
            return slow.tryAcquire(attempt, BOTH) instanceof AcquireOutcome.Granted granted
                            && slow.renew(granted.grant(), lease).outcome() instanceof RenewOutcome.Renewed renewed
                    ? new Hold(attempt, renewed.sentNanos() + lease.toNanos())
                    : null;
        });
    }

    /** The attempt that has all units, and the end of its lease as its client believes. */
    private record Hold(Attempt attempt, long endNanos) {}

    private void requireBelieved(FaultLink link, String what, ShareSteps other, Supplier<@Nullable Hold> step) {
        Duration late = longestLatency(link);
        AtomicReference<@Nullable Hold> held = new AtomicReference<>();
        await(what + " with replies that are " + late.toMillis() + " ms late", () -> {
            link.delayReplies(late);
            held.set(step.get());
            link.heal();
            return held.get() != null;
        });
        Hold hold = Objects.requireNonNull(held.get());
        String name = hold.attempt().name().value();
        await(
                "the units of '" + name + "' come back",
                () -> {
                    boolean granted =
                            other.tryAcquire(attempt(name, longLease()), BOTH) instanceof AcquireOutcome.Granted;
                    long early = hold.endNanos() - now();
                    require(
                            !granted || early <= 0,
                            "after {} with replies that were {} ms late another was granted all units of '{}' {} ms before "
                                    + "the end of the lease, as the holder knows it",
                            what,
                            late.toMillis(),
                            name,
                            Duration.ofNanos(early).toMillis());
                    return granted;
                },
                endOf(hold.attempt().lease()));
        evidence("{} with replies that were {} ms late", what, late.toMillis());
    }

    /** The step may have looked while the lease was running: only the write decides. */
    @Test
    @Proves(Rule.SHARE_6)
    void SHARE_6_a_renewal_that_arrives_after_the_end_of_its_lease_restores_nothing() throws Exception {
        if (!shares()) {
            return;
        }
        FaultLink link = link();
        ShareSteps other = steps();
        if (other.capabilities().has(Capability.ENDS_WITH_CONNECTION)) {
            evidence("a grant ends with its connection, so no request of it comes after that");
            return;
        }
        forEachRequest(RequestKind.SHARE, link, position -> {
            ShareSteps slow = steps(started(link.openBackend()));
            Grant grant = granted(slow, attempt(name(), lease()), BOTH);
            LockName name = grant.attempt().name();
            MessageGate gate = link.holdRequest(RequestKind.SHARE, position);
            Future<RenewOutcome> renewal =
                    start(() -> slow.renew(grant, longLease()).outcome());
            await("the renewal of '" + name + "' is on its way", () -> gate.reached() || renewal.isDone());
            if (gate.reached()) {
                await(
                        "the lease of '" + name + "' ends",
                        () -> other.inspect(name).isEmpty(),
                        endOf(lease()));
                executeLate("a renewal behind the end of its lease", gate);
                RenewOutcome outcome = join("the renewal", renewal);
                require(
                        !(outcome instanceof RenewOutcome.Renewed)
                                && other.inspect(name).isEmpty(),
                        "a renewal of '{}' that came after the end of its lease ended as {}, and the store has {}",
                        name,
                        outcome,
                        other.inspect(name));
            }
            return gate;
        });
    }

    @Test
    @Proves(Rule.SHARE_5)
    void SHARE_5_a_late_release_touches_no_later_grant() throws Exception {
        if (!shares()) {
            return;
        }
        FaultLink link = link();
        ShareSteps slow = steps(started(link.openBackend()));
        if (slow.capabilities().has(Capability.ENDS_WITH_CONNECTION)) {
            evidence("a grant ends with its connection, so no request of it comes after that");
            return;
        }
        ShareSteps steps = steps();
        String name = name();
        Attempt former = attempt(name, longLease());
        granted(slow, former, BOTH);
        MessageGate gate = link.holdRequest(RequestKind.SHARE);
        Future<ReleaseOutcome> late = start(() -> slow.release(former));
        awaitReached("a release", RequestKind.SHARE, gate, late);
        ReleaseOutcome released = steps.release(former);
        require(released instanceof ReleaseOutcome.Released, "the release of '{}' ended as {}", name, released);
        granted(steps, attempt(name, longLease()), HALF);
        granted(steps, attempt(name, longLease()), HALF);
        executeLate("a release", gate);
        requireTaken(steps, name, HALF, "after a late release of a former grant");
    }
}
