// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.fault;

import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.LinkRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rules of ERR about requests and replies that are late or lost. */
public abstract class ErrorLinkRules extends LinkRuleTest {

    /** More than the connections of a pool. */
    private static final int MOST_LOST = 32;

    private static final Duration LOSING = Duration.ofMillis(1_500);

    @Test
    @Proves(Rule.ERR_2)
    void ERR_2_an_acquisition_whose_reply_was_lost_leaves_no_grant() {
        FaultLink link = link();
        LockClient client = client(link);
        String name = name();
        link.dropReply(RequestKind.ACQUIRE);
        LockOutcomeUnknownException told = thrown(
                LockOutcomeUnknownException.class,
                "an acquisition whose reply was lost",
                () -> client.lock(name).tryAcquire(unrenewed(longLease())));
        require(
                told.residue().compareTo(longLease()) == 0,
                "the residue of a request with a lease of {} was said to be {}",
                longLease(),
                told.residue());
        requireSoonFree(name, "a lost reply to its acquisition");
    }

    @Test
    @Proves(Rule.ERR_2)
    void ERR_2_whichever_reply_to_an_acquisition_is_lost_its_outcome_agrees_with_the_store() throws Exception {
        FaultLink link = link();
        forEachRequest(RequestKind.ANY, link, position -> {
            LockBackend backend = started(link.openBackend());
            Attempt attempt = attempt(name(), longLease());
            MessageGate lost = link.dropReply(RequestKind.ANY, position);
            AcquireOutcome outcome = backend.tryAcquire(attempt);
            requireAgrees(attempt, isDenied(outcome), "an acquisition without a reply", outcome);
            return lost;
        });
    }

    @Test
    @Proves(Rule.ERR_2)
    void ERR_2_whichever_request_was_the_last_to_arrive_the_outcome_agrees_with_the_store() throws Exception {
        FaultLink link = link();
        forEachRequest(RequestKind.ACQUIRE, link, position -> {
            LockBackend backend = started(link.openBackend());
            Attempt attempt = attempt(name(), longLease());
            MessageGate last = link.holdReply(RequestKind.ACQUIRE, position);
            Future<AcquireOutcome> acquiring = start(() -> backend.tryAcquire(attempt));
            await("the acquisition ends, or is at request " + position, () -> last.reached() || acquiring.isDone());
            if (last.reached()) {
                link.cut();
                last.open();
            }
            String what = "an acquisition whose store went away";
            AcquireOutcome outcome = join(what, acquiring, link.replyTimeout().plus(patience()));
            requireAgrees(attempt, isDenied(outcome), what, outcome);
            return last;
        });
    }

    @Test
    @Proves(Rule.ERR_2)
    void ERR_2_a_client_goes_on_however_many_replies_were_lost() {
        FaultLink link = link();
        LockClient client = client(link);
        Stopwatch watch = new Stopwatch();
        int lost = 0;
        while (lost < MOST_LOST && watch.elapsed().compareTo(LOSING) < 0) {
            MessageGate gate = link.dropReply(RequestKind.ACQUIRE);
            if (!isGranted(client)) {
                lost += gate.reached() ? 1 : 0;
            }
            link.heal();
        }
        await("a client is granted a lock after " + lost + " replies to it were lost", () -> isGranted(client));
        evidence("{} replies of one client were lost", lost);
    }

    private boolean isGranted(LockClient client) {
        try {
            return client.lock(name())
                    .tryAcquire(unrenewed(longLease()))
                    .map(LockHandle::release)
                    .isPresent();
        } catch (LockException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Fault N8 of {@code docs/faults.md}. */
    @Test
    @Proves(Rule.ERR_5)
    void ERR_5_a_late_reply_is_not_taken_for_the_answer_to_a_later_command() throws Exception {
        FaultLink link = link();
        LockClient client = client(link);
        String taken = name();
        String free = name();
        LockHandle holder = hold(client(), taken, renewed(longLease()));
        MessageGate gate = link.holdReply(RequestKind.ACQUIRE);
        thrown(
                LockException.class,
                "an acquisition without a reply in time",
                () -> client.lock(free).tryAcquire(unrenewed(longLease())));
        gate.open();
        for (int i = 0; i < 5; i++) {
            require(
                    tryAcquire(client, taken, unrenewed(longLease())).isEmpty(),
                    "after a late reply '{}' was granted although another has it",
                    taken);
            long shown = client.inspect(taken).orElseThrow().fencingToken();
            require(
                    shown == holder.fencingToken(),
                    "after a late reply inspect of '{}' shows token {} instead of {}",
                    taken,
                    shown,
                    holder.fencingToken());
        }
        requireSoonFree(free, "a late reply to its acquisition");
    }

    /** A firewall that has lost the state of a connection drops its packets and tells neither side. */
    @Test
    @Proves(Rule.ERR_5)
    void ERR_5_a_connection_that_stays_silent_is_not_used_again() throws Exception {
        FaultLink link = link();
        LockBackend slow = started(link.openBackend());
        MessageGate silent = link.holdReply(RequestKind.ACQUIRE);
        AcquireOutcome first = slow.tryAcquire(attempt(name(), longLease()));
        require(
                !(first instanceof AcquireOutcome.Granted) || !silent.reached(),
                "an acquisition whose reply does not come ended as {}",
                first);
        await(
                "a lock is granted while the reply to another acquisition is still held back",
                () -> slow.tryAcquire(attempt(name(), longLease())) instanceof AcquireOutcome.Granted,
                patience().multipliedBy(4).plus(fixture().expiryDelay()));
        silent.open();
    }

    @Test
    @Proves(Rule.ERR_6)
    void ERR_6_an_acquisition_cut_off_before_the_store_holds_nothing() throws Exception {
        FaultLink link = link();
        LockClient client = client(link);
        String name = name();
        link.cutRequest(RequestKind.ACQUIRE);
        LockException told = thrown(
                LockException.class,
                "an acquisition that was cut off",
                () -> client.lock(name).tryAcquire(unrenewed(longLease())));
        require(
                told instanceof LockOutcomeUnknownException || told instanceof LockUnavailableException,
                "an acquisition that was cut off ended as {}",
                told);
        require(
                tryAcquire(client(), name, unrenewed(longLease()))
                        .map(LockHandle::release)
                        .isPresent(),
                "'{}' is taken after an acquisition that never reached the store",
                name);
        requireSoonFree(name, "an acquisition that was cut off");
    }

    @Test
    @Proves(Rule.ERR_6)
    void ERR_6_whichever_request_of_an_acquisition_is_cut_off_its_outcome_agrees_with_the_store() throws Exception {
        FaultLink link = link();
        forEachRequest(RequestKind.ANY, link, position -> {
            LockBackend backend = started(link.openBackend());
            Attempt attempt = attempt(name(), longLease());
            MessageGate cut = link.cutRequest(RequestKind.ANY, position);
            AcquireOutcome outcome = backend.tryAcquire(attempt);
            requireAgrees(attempt, isDenied(outcome), "an acquisition that was cut off", outcome);
            require(
                    !(outcome instanceof AcquireOutcome.Granted)
                            || backend().inspect(attempt.name()).isPresent(),
                    "an acquisition that was cut off ended as {}, and the store has no owner for '{}'",
                    outcome,
                    attempt.name());
            return cut;
        });
    }

    @Test
    @Proves(Rule.ERR_7)
    void ERR_7_an_acquisition_executed_after_its_client_gave_up_is_compensated() {
        FaultLink link = link();
        InterceptedBackend watched = new InterceptedBackend(link.openBackend());
        LockClient client = client(watched);
        String name = name();
        MessageGate gate = link.holdRequest(RequestKind.ACQUIRE);
        thrown(
                LockOutcomeUnknownException.class,
                "an acquisition at a frozen store",
                () -> client.lock(name).tryAcquire(unrenewed(longLease())));
        awaitReached("the request for '" + name + "' is on its way", RequestKind.ACQUIRE, gate);
        await("the request for '" + name + "' is compensated a first time", () -> watched.releases() > 0);
        executeLate("an acquisition", gate);
        requireSoonFree(name, "an acquisition that was executed late");
    }
}
