// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import java.util.List;

/** All questions. */
public final class Questions {

    /** In the order of the table. */
    public static final List<Question> ALL = List.of(
            new Exclusion(),
            new OwnerOnly(),
            new Crash(),
            new LongHold(),
            new LossByPause(),
            new LateRelease(),
            new TokenGrows(),
            new Fence(),
            new TokenAfterLoss(),
            new LossByStore(),
            new TimeLimit(),
            new Interrupt(),
            new LostReply(),
            new HandOver(),
            new FirstCome());

    private Questions() {}
}
