// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import java.util.function.Consumer;

/** A rule about waiters whose replies are lost. */
public abstract class LostReplyRuleTest extends LinkRuleTest {

    private static final int MOST_REPLIES = 8;

    /** Lets a client wait with its first reply lost, then with the second one, and so on; returns how many were. */
    protected final int forEachLostReply(FaultLink link, Consumer<LockBackend> wait) {
        int lost = 0;
        boolean more = !waitingBlocks();
        while (more && lost < MOST_REPLIES) {
            LockBackend client = started(link.openBackend());
            MessageGate gate = link.dropReply(RequestKind.ANY, lost);
            wait.accept(client);
            more = gate.reached();
            lost += more ? 1 : 0;
            link.heal();
        }
        return lost;
    }
}
