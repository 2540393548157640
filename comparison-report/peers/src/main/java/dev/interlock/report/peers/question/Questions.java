// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import java.util.List;

/** All questions. */
public final class Questions {

    /** In the order of the table. */
    public static final List<Question> ALL = List.of(
            Exclusion.ofLocks(),
            new OwnerOnly(Use.LOCK),
            new Crash(Use.LOCK),
            new LongHold(Use.LOCK),
            new LossByPause(Use.LOCK),
            new LateRelease(Use.LOCK),
            new TokenGrows(Use.LOCK),
            new Fence(),
            new TokenAfterLoss(),
            LossByStore.withinALease(),
            LossByStore.atOnce(),
            new TimeLimit(),
            new Interrupt(),
            new LostReply(Use.LOCK),
            new HandOver(),
            new FirstCome(),
            Exclusion.ofReadersAndWriters(),
            new OwnerOnly(Use.READER),
            new DeadReader(),
            new LongHold(Use.READER),
            new LossByPause(Use.READER),
            new LateRelease(Use.READER),
            new TokenGrows(Use.READER),
            new LostReply(Use.READER),
            new WriterTurn(),
            Exclusion.ofPermits(),
            new OwnerOnly(Use.PERMIT),
            new Crash(Use.PERMIT),
            new LongHold(Use.PERMIT),
            new LossByPause(Use.PERMIT),
            new LateRelease(Use.PERMIT),
            new LostReply(Use.PERMIT),
            new LimitAgreed(),
            new LeaderCrash(),
            new LeaderStepsDown(),
            new LeaderPaused(),
            new LeaderCutOff(),
            new LeaderDeaf(),
            new LeaderTerm());

    private Questions() {}
}
