// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.election;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.AcquireOptions;
import dev.interlock.Candidacy;
import dev.interlock.CandidacyState;
import dev.interlock.ElectionOptions;
import dev.interlock.LockEvent;
import dev.interlock.TermEnd;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.Perturbed;
import dev.interlock.internal.client.StressClient;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A candidate and its term, whose end comes from two sides. */
@OnState({Term.class, Candidate.class, Candidacies.class})
final class ElectionStress {

    private static final ElectionOptions OPTIONS =
            ElectionOptions.STANDARD.withLock(AcquireOptions.inherited().withLease(StressClient.LEASE));

    private ElectionStress() {}

    /** The task returns while its term is told to end. */
    @JCStressTest
    @Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "it was told first")
    @Outcome(id = "false, false, 1", expect = ACCEPTABLE, desc = "it returned first")
    @Outcome(expect = FORBIDDEN, desc = "an interrupt that comes after the task, or two ends")
    @State
    public static class EndAgainstReturn {

        private final StressClient client = new StressClient();
        private final Term term = new Term(
                client.engine.holds,
                client.engine.holds.handle(client.hold(StressClient.NAME)),
                OPTIONS,
                leadership -> Perturbed.point());
        private volatile boolean told;

        @Actor
        public void lead(ZZI_Result result) {
            term.lead();
            while (!told) {
                Thread.onSpinWait();
                Perturbed.point();
            }
            result.r1 = Thread.interrupted();
        }

        @Actor
        public void tell(ZZI_Result result) {
            try {
                result.r2 = term.tell(TermEnd.ABDICATED);
            } finally {
                told = true;
            }
        }

        @Arbiter
        public void afterwards(ZZI_Result result) {
            client.machine.settle();
            // A term that was told before its task has none.
            int ended = client.events(LockEvent.TermEnded.class);
            result.r3 = client.events(LockEvent.TermBegan.class) == ended ? client.events(LockEvent.Released.class) : 0;
        }
    }

    /** The lock is granted while the candidate stands down. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "the candidate is closed and the lock is free")
    @Outcome(expect = FORBIDDEN, desc = "a term that no close ends, or a lock that is left behind")
    @State
    public static class GrantAgainstClose {

        private final StressClient client = new StressClient();
        private final Candidacy candidacy =
                client.engine.election(StressClient.NAME.value()).lead(OPTIONS, leadership -> Perturbed.point());

        @Actor
        public void grant() {
            client.machine.settle();
        }

        @Actor
        public void close() {
            candidacy.close();
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            client.machine.settle();
            result.r1 = candidacy.state() == CandidacyState.CLOSED;
            result.r2 = client.tryAcquire();
        }
    }
}
