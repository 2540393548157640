// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rules of REL about releases whose request or reply is lost or late. */
abstract class ReleaseLostReplyRules extends LostReplyRuleTest {

    @Test
    @Proves(Rule.REL_5)
    void REL_5_a_release_whose_reply_was_lost_does_not_touch_a_successor() throws Exception {
        FaultLink link = link();
        String name = name();
        LockHandle held = hold(client(link), name, renewed(longLease()));
        link.dropReply(RequestKind.RELEASE);
        MessageGate repeated = link.holdRequest(RequestKind.RELEASE);
        Future<ReleaseResult> release = start(held::release);
        LockHandle successor = hold(client(), name, renewed(longLease()).withMaxWait(patience()));
        if (endsWithConnection()) {
            // Once the connection is broken, there is nothing left to release, and no connection for it.
            repeated.open();
        } else {
            await("the release of '" + name + "' is repeated", repeated::reached);
            executeLate("a repeated release", repeated);
        }
        ReleaseResult result = join("the release", release);
        require(result != ReleaseResult.NOT_HELD, "a release that was executed said {}", result);
        requireUntouched(name, successor, "a repeated release");
    }

    @Test
    @Proves(Rule.REL_5)
    void REL_5_a_release_that_was_cut_off_is_settled() throws Exception {
        FaultLink link = link();
        String name = name();
        LockHandle held = hold(client(link), name, renewed(longLease()));
        link.cutRequest(RequestKind.RELEASE);
        held.release();
        requireSoonFree(name, "a release that was cut off");
    }

    @Test
    @Proves(Rule.REL_6)
    void REL_6_a_release_that_arrives_after_a_successor_was_granted_changes_nothing() throws Exception {
        FaultLink link = link();
        String name = name();
        LockHandle held = hold(client(link), name, renewed(endsWithConnection() ? lease() : longLease()));
        MessageGate gate = link.holdRequest(RequestKind.RELEASE);
        Future<ReleaseResult> release = start(held::release);
        await("the release of '" + name + "' is on its way", gate::reached);
        // Before the holder gives up: some stores then drop the connection, and the release with it.
        fixture().storeHooks().ifPresent(operator -> operator.expire(name));
        LockHandle successor = hold(client(), name, renewed(longLease()).withMaxWait(patience()));
        if (endsWithConnection()) {
            // The store has ended the hold with its connection, so the release cannot reach it any more.
            gate.open();
        } else {
            executeLate("a delayed release", gate);
        }
        join("the release", release);
        requireUntouched(name, successor, "a delayed release");
    }

    private void requireUntouched(String name, LockHandle successor, String after) {
        requireStays(name, successor, after);
        ReleaseResult result = successor.release();
        require(result == ReleaseResult.RELEASED, "after {} the successor's release said {}", after, result);
    }
}
