// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockUnavailableException;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import org.junit.jupiter.api.Test;

/** The rules of ERR about acquisitions whose request or reply is lost or late. */
abstract class ErrorLostReplyRules extends LostReplyRuleTest {

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
        await("the request for '" + name + "' reaches the gate", gate::reached);
        await("the request for '" + name + "' is compensated a first time", () -> watched.releases() > 0);
        executeLate("an acquisition", gate);
        requireSoonFree(name, "an acquisition that was executed late");
    }
}
