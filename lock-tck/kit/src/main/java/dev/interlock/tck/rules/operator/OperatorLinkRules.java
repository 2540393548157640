// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.operator;

import dev.interlock.HeldLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.RenewResult;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rules of OPS about requests that come late, and about a store that does not answer. */
public abstract class OperatorLinkRules extends OperatorRuleTest {

    private static final int LISTED = 3;

    /** Puts a fault at one of the requests of a free. */
    @FunctionalInterface
    private interface Fault {
        MessageGate at(FaultLink link, int position);
    }

    @Test
    @Proves(Rule.OPS_2)
    void OPS_2_a_free_that_arrives_after_a_successor_was_granted_changes_nothing() throws Exception {
        freeing();
        FaultLink link = link();
        LockClient client = client();
        forEachRequest(RequestKind.FREE, link, position -> {
            OperatorSteps operator = steps(started(link.openBackend()));
            String name = name();
            LockHandle held = hold(client, name, unrenewed(longLease()));
            MessageGate gate = link.holdRequest(RequestKind.FREE, position);
            Future<FreeOutcome> free = start(() -> operator.free(new LockName(name), held.fencingToken()));
            await("the free of '" + name + "' is on its way", () -> gate.reached() || free.isDone());
            if (gate.reached()) {
                RenewResult renewal = held.renew(longLease());
                require(renewal == RenewResult.RENEWED, "'{}' is held, and its renewal said {}", name, renewal);
                held.release();
                LockHandle successor = hold(client, name, renewed(longLease()).withMaxWait(patience()));
                executeLate("a delayed free", gate);
                FreeOutcome outcome = join("the free", free);
                require(
                        !(outcome instanceof FreeOutcome.Freed),
                        "a free that came after a successor's grant ended as {}",
                        outcome);
                requireUntouched(name, successor, "a delayed free");
            }
            return gate;
        });
    }

    @Test
    @Proves(Rule.OPS_4)
    void OPS_4_whichever_reply_to_a_free_is_lost_its_outcome_agrees_with_the_store() throws Exception {
        requireAgreement("a free without a reply", (link, position) -> link.dropReply(RequestKind.ANY, position));
    }

    @Test
    @Proves(Rule.OPS_4)
    void OPS_4_whichever_request_of_a_free_is_cut_off_its_outcome_agrees_with_the_store() throws Exception {
        requireAgreement("a free that was cut off", (link, position) -> link.cutRequest(RequestKind.ANY, position));
    }

    private void requireAgreement(String what, Fault fault) throws Exception {
        LockBackend holder = freeing();
        FaultLink link = link();
        forEachRequest(RequestKind.ANY, link, position -> {
            OperatorSteps operator = steps(started(link.openBackend()));
            Grant grant = granted(holder, attempt(name(), longLease()));
            MessageGate gate = fault.at(link, position);
            FreeOutcome outcome = operator.free(grant.attempt().name(), grant.token());
            boolean held = isHeld(holder, grant);
            require(
                    outcome instanceof FreeOutcome.Unknown
                            || (held ? outcome instanceof FreeOutcome.Refused : outcome instanceof FreeOutcome.Freed),
                    "{} ended as {}, and the store has '{}' still for its holder: {}",
                    what,
                    outcome,
                    grant.attempt().name(),
                    held);
            return gate;
        });
    }

    @Test
    @Proves(Rule.OPS_4)
    void OPS_4_a_store_that_cannot_be_reached_is_not_listed_as_empty() {
        LockBackend holder = listing();
        FaultLink link = link();
        OperatorSteps operator = steps(started(link.openBackend()));
        String name = name();
        Grant held = granted(holder, attempt(name, longLease()));
        link.cut();
        LockUnavailableException told = thrown(
                LockUnavailableException.class,
                "a list of a store that cannot be reached",
                () -> operator.list(name, 1));
        FreeOutcome free = operator.free(new LockName(name), held.token());
        require(
                free instanceof FreeOutcome.Refused || free instanceof FreeOutcome.Unknown,
                "a free at a store that cannot be reached ended as {}",
                free);
        evidence("no list: {}", told.getMessage());
    }

    @Test
    @Proves(Rule.OPS_4)
    void OPS_4_whichever_message_of_a_list_is_lost_no_held_lock_is_left_out() throws Exception {
        LockBackend holder = listing();
        FaultLink link = link();
        String prefix = name();
        List<Grant> held = new ArrayList<>();
        for (int i = 0; i < LISTED; i++) {
            held.add(granted(holder, attempt(prefix + " " + i, longLease())));
        }
        await(
                "all of '" + prefix + "' are listed",
                () -> steps(holder).list(prefix, 2 * LISTED).size() == LISTED);
        Runnable keep = () -> held.forEach(grant -> holder.renew(grant, longLease()));
        requireWhole(link, prefix, keep, (faulty, position) -> faulty.dropReply(RequestKind.ANY, position));
        requireWhole(link, prefix, keep, (faulty, position) -> faulty.cutRequest(RequestKind.ANY, position));
    }

    private void requireWhole(FaultLink link, String prefix, Runnable keep, Fault fault) throws Exception {
        forEachRequest(RequestKind.ANY, link, position -> {
            OperatorSteps operator = steps(started(link.openBackend()));
            keep.run();
            MessageGate gate = fault.at(link, position);
            try {
                List<HeldLock> listed = operator.list(prefix, 2 * LISTED);
                require(
                        listed.size() == LISTED,
                        "a list of {} held locks, of which a message was lost, has {}",
                        LISTED,
                        listed);
            } catch (LockUnavailableException e) {
                // It says that it knows nothing.
            }
            return gate;
        });
    }
}
