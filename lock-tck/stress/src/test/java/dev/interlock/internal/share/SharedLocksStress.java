// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.share;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.LockName;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.Perturbed;
import dev.interlock.internal.client.StressMachine;
import dev.interlock.spi.Share;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The readers of a client that have a grant together, and the parts that its callers wait for. */
@OnState({ReadGroups.class, PartIndexes.class})
final class SharedLocksStress {

    private static final LockName PART = new LockName("cache/read");

    private SharedLocksStress() {}

    /** The last reader of a group leaves while another one joins it. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "it was the last, and the other one begins a group")
    @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "the other one joined before")
    @Outcome(expect = FORBIDDEN, desc = "a reader joined a grant that is released, or no reader releases it")
    @State
    public static class LeaveAgainstJoin {

        private final ReadGroups groups = new ReadGroups(new StressMachine(), 0);
        private final ReadGroups.Group group = groups.joinOrBegin(PART).group();

        @Actor
        public void leave(ZZ_Result result) {
            result.r1 = groups.leave(group);
        }

        @Actor
        public void join(ZZ_Result result) {
            result.r2 = groups.joinOrBegin(PART).first();
        }
    }

    /** Two readers begin at the same time, and both leave. */
    @JCStressTest
    @Outcome(
            id = {"true, true, true", "true, false, true", "false, true, true"},
            expect = ACCEPTABLE,
            desc = "each group had one first reader, and nothing is left")
    @Outcome(expect = FORBIDDEN, desc = "no reader asks for the grant, or a group is left")
    @State
    public static class TwoRead {

        private final ReadGroups groups = new ReadGroups(new StressMachine(), 0);

        private boolean read() {
            ReadGroups.Joined joined = groups.joinOrBegin(PART);
            Perturbed.point();
            groups.leave(joined.group());
            return joined.first();
        }

        @Actor
        public void one(ZZZ_Result result) {
            result.r1 = read();
        }

        @Actor
        public void other(ZZZ_Result result) {
            result.r2 = read();
        }

        @Arbiter
        public void afterwards(ZZZ_Result result) {
            result.r3 = groups.isEmpty();
        }
    }

    /** The only permit is given back while one caller begins to wait for it, and the one ahead leaves. */
    @JCStressTest
    @Outcome(
            id = "true, true",
            expect = ACCEPTABLE,
            desc = "it has the permit, and nothing is left when it gives it back")
    @Outcome(expect = FORBIDDEN, desc = "it waits for ever, or something is left")
    @State
    public static class GiveAgainstTake {

        private final PartName permit = PartName.of(new LockName("x"), new Share(1, 1));
        private final PartIndexes indexes = new PartIndexes(new Perturbed());
        private final CompletableFuture<Integer> ahead;
        private CompletableFuture<Integer> taken = new CompletableFuture<>();

        public GiveAgainstTake() {
            indexes.tryTake(permit);
            ahead = indexes.take(permit);
            ahead.cancel(false);
        }

        @Actor
        public void give() {
            indexes.give(permit, 0);
        }

        @Actor
        public void take() {
            indexes.leave(permit, ahead);
            taken = indexes.take(permit);
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r1 = taken.isDone();
            indexes.give(permit, 0);
            result.r2 = indexes.isEmpty();
        }
    }

    /** A caller no longer waits for the only permit while that is given to it. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "it left, and the permit is free")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "it got the permit, and gave it back")
    @Outcome(expect = FORBIDDEN, desc = "the permit is gone")
    @State
    public static class GiveAgainstLeave {

        private final PartName permit = PartName.of(new LockName("x"), new Share(1, 1));
        private final PartIndexes indexes = new PartIndexes(new Perturbed());
        private final CompletableFuture<Integer> waiting;

        public GiveAgainstLeave() {
            indexes.tryTake(permit);
            waiting = indexes.take(permit);
        }

        @Actor
        public void give() {
            indexes.give(permit, 0);
        }

        @Actor
        public void leave(ZZ_Result result) {
            result.r1 = waiting.cancel(false);
            if (result.r1) {
                indexes.leave(permit, waiting);
            } else {
                indexes.give(permit, 0);
            }
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = indexes.isEmpty();
        }
    }
}
