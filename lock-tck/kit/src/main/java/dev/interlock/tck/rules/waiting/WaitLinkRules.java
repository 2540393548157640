// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.waiting;

import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.LostReplyRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The rules of WAIT about waiters whose replies are lost, or whose connection is cut while they wait. */
public abstract class WaitLinkRules extends LostReplyRuleTest {

    private static final Duration MARGIN = Duration.ofSeconds(1);

    /** What is set up again after the first one must be set up again after the next. */
    private static final int OUTAGES = 3;

    /** Its request may have put it into a queue at the store. */
    @Test
    @Proves(Rule.WAIT_3)
    void WAIT_3_a_waiter_that_leaves_after_a_lost_reply_blocks_no_other() {
        FaultLink link = link();
        LockBackend holder = backend();
        int lost = forEachLostReply(link, leaver -> {
            Attempt held = attempt(name(), longLease());
            granted(holder, held);
            Attempt waiting = like(held);
            try (Contest contest = leaver.contest(waiting)) {
                if (contest.attempt() instanceof AcquireOutcome.Granted) {
                    // The machine stalled for the holder's lease.
                    leaver.release(waiting);
                }
            }
            awaitNoWaiter(holder, held.name());
            await("the holder's release is answered", () -> !(holder.release(held) instanceof ReleaseOutcome.Unknown));
            requireSoonFree(held.name().value(), "a waiter left whose reply had been lost");
        });
        evidence("{} replies to waiters were lost, and the waiters left", lost);
    }

    /** As far as the store lists how many wait. */
    private void awaitNoWaiter(LockBackend backend, LockName name) {
        backend.operator()
                .ifPresent(operator -> await(
                        "no client is listed as waiting for '" + name + "', as the only one that did has left",
                        () -> waiting(operator, name) == 0));
    }

    private static int waiting(OperatorSteps operator, LockName name) {
        try {
            return operator.list(name.value(), 1).stream()
                    .mapToInt(lock -> lock.waiters().orElse(0))
                    .sum();
        } catch (LockUnavailableException e) {
            // Some stores list nothing.
            return 0;
        }
    }

    /** What a waiter had at the store is gone by then, and its watch with it. */
    @Test
    @Proves(Rule.WAIT_7)
    void WAIT_7_a_waiter_is_woken_after_an_outage_in_which_the_store_forgot_it() {
        cutOff((link, contest, held) -> {
            Duration outage = fixture().expiryDelay().plus(MARGIN);
            Stopwatch since = new Stopwatch();
            await(
                    "the store has forgotten the waiter",
                    () -> since.elapsed().compareTo(outage) > 0,
                    outage.multipliedBy(2));
            link.heal();
            held.release();
            // As the engine does: it asks whether signals are reliable after a look, and not while it rests.
            AtomicBoolean relies = new AtomicBoolean(true);
            await(
                    "a waiter that was cut off for " + outage.toMillis()
                            + " ms is granted the lock, looking when it is signalled, if it was told after its last look"
                            + " to rely on that",
                    () -> (!relies.get() || isSignalled(contest)) && isGranted(contest, relies),
                    patience().multipliedBy(4));
            evidence("woken after an outage of {} ms", outage.toMillis());
        });
    }

    @Test
    @Proves(Rule.WAIT_7)
    void WAIT_7_a_waiter_that_met_an_outage_is_signalled_again() {
        cutOff((link, contest, held) -> {
            for (int outage = 1; outage <= OUTAGES; outage++) {
                await("a look meets the outage", () -> !(contest.attempt() instanceof AcquireOutcome.Contended));
                link.heal();
                awaitResting(contest, patience().multipliedBy(4));
                held.keep();
                if (outage < OUTAGES) {
                    link.cut();
                }
            }
            held.release();
            await("a waiter that met " + OUTAGES + " outages is signalled", () -> isSignalled(contest));
            evidence("a waiter that met {} outages was signalled afterwards", OUTAGES);
        });
    }

    /** What becomes of a waiter whose link was cut while it rested. */
    @FunctionalInterface
    private interface Outage {
        void of(FaultLink link, Contest contest, Held held);
    }

    /** The lock that it waits for, and its holder, which no outage concerns. */
    private record Held(LockBackend holder, Grant grant) {

        void keep() {
            holder.renew(grant, grant.lease());
        }

        void release() {
            holder.release(grant.attempt());
        }
    }

    private void cutOff(Outage outage) {
        FaultLink link = link();
        if (waitingBlocks() || !declares(Capability.NOTIFIES_WAITERS)) {
            return;
        }
        LockBackend holder = backend();
        Held held = new Held(holder, granted(holder, attempt(name(), longLease())));
        LockBackend waiter = started(link.openBackend());
        try (Contest contest = waiter.contest(like(held.grant().attempt()))) {
            awaitResting(contest);
            link.cut();
            outage.of(link, contest, held);
        }
    }

    private static boolean isGranted(Contest contest, AtomicBoolean relies) {
        AcquireOutcome outcome = contest.attempt();
        relies.set(outcome instanceof AcquireOutcome.Contended && contest.signalled());
        return outcome instanceof AcquireOutcome.Granted;
    }

    private static boolean isSignalled(Contest contest) {
        return contest.signal().toCompletableFuture().isDone();
    }
}
