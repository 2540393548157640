// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.lease;

import dev.interlock.LockName;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.LinkRuleTest;
import dev.interlock.tck.rules.Proves;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The rules of REN about a renewal of many locks, some of which are gone, and about one whose replies are lost. */
public abstract class RenewBulkRules extends LinkRuleTest {

    @Test
    @Proves(Rule.REN_2)
    void REN_2_a_renewal_of_many_creates_and_revives_nothing() {
        LockBackend backend = backend();
        Optional<BulkSteps> steps = backend.bulk();
        if (steps.isEmpty()) {
            evidence("the backend has no steps for many locks");
            return;
        }
        Grant held = granted(backend, attempt(name(), longLease()));
        Grant released = granted(backend, attempt(name(), longLease()));
        backend.release(released.attempt());
        List<Grant> gone = new ArrayList<>(List.of(released));
        if (!endsWithConnection()) {
            Grant ended = granted(backend, attempt(name(), lease()));
            await(
                    "the lease of '" + ended.attempt().name() + "' ends",
                    () -> backend.inspect(ended.attempt().name()).isEmpty(),
                    endOf(lease()));
            gone.add(ended);
        }
        List<Grant> all = new ArrayList<>(gone);
        all.add(held);
        List<RenewOutcome> outcomes = steps.get().renewAll(all, longLease());
        for (int i = 0; i < gone.size(); i++) {
            LockName name = gone.get(i).attempt().name();
            require(
                    outcomes.get(i) instanceof RenewOutcome.NotOwner
                            && backend.inspect(name).isEmpty(),
                    "'{}' was gone, its renewal together with others ended as {}, and the store has {}",
                    name,
                    outcomes.get(i),
                    backend.inspect(name));
        }
        require(
                outcomes.get(gone.size()) instanceof RenewOutcome.Renewed,
                "'{}' is held, and its renewal together with others ended as {}",
                held.attempt().name(),
                outcomes.get(gone.size()));
        evidence("{} locks that were gone stayed free", gone.size());
    }

    @Test
    @Proves(Rule.REN_8)
    void REN_8_whichever_reply_to_a_renewal_of_many_is_lost_its_outcomes_agree_with_the_store() throws Exception {
        FaultLink link = link();
        if (backend().bulk().isEmpty()) {
            evidence("the backend has no steps for many locks");
            return;
        }
        forEachRequest(RequestKind.ANY, link, position -> {
            LockBackend backend = started(link.openBackend());
            List<Grant> pair =
                    pair().stream().map(attempt -> granted(backend, attempt)).toList();
            MessageGate lost = link.dropReply(RequestKind.ANY, position);
            List<RenewOutcome> outcomes = bulk(backend).renewAll(pair, longLease());
            for (int i = 0; i < pair.size(); i++) {
                RenewOutcome outcome = outcomes.get(i);
                boolean denied = outcome instanceof RenewOutcome.NotOwner;
                requireAgrees(pair.get(i).attempt(), denied, "a renewal of many without a reply", outcome);
            }
            return lost;
        });
    }
}
