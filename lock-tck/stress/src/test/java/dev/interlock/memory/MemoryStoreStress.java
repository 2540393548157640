// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressMachine;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Two clients of a store in memory. */
@OnState({MemoryStore.class, MemorySlot.class, MemoryContest.class, MemoryLockBackend.class})
final class MemoryStoreStress {

    private static final LockName NAME = new LockName("a");

    private MemoryStoreStress() {}

    private static LockBackend client(MemoryStore store, StressMachine machine) {
        LockBackend client = store.backend();
        client.start(new OnMachine(machine));
        return client;
    }

    private static Attempt attempt(long id) {
        return Attempt.of(NAME, new AttemptId(1, id), Duration.ofSeconds(30), 1, null);
    }

    private record OnMachine(LockClock clock) implements BackendContext {

        @Override
        public void reportLost(AttemptId id, String detail) {}

        @Override
        public void reportUncertain(AttemptId id, String detail) {}
    }

    /** Two clients ask for a lock that is free. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "one has it")
    @Outcome(expect = FORBIDDEN, desc = "both have it, or none")
    @State
    public static class TwoAsk {

        private final StressMachine machine = new StressMachine();
        private final MemoryStore store = new MemoryStore();
        private final LockBackend one = client(store, machine);
        private final LockBackend other = client(store, machine);
        private boolean oneHas;
        private boolean otherHas;

        @Actor
        public void one() {
            oneHas = one.tryAcquire(attempt(1)) instanceof AcquireOutcome.Granted;
        }

        @Actor
        public void other() {
            otherHas = other.tryAcquire(attempt(2)) instanceof AcquireOutcome.Granted;
        }

        @Arbiter
        public void afterwards(I_Result result) {
            result.r1 = (oneHas ? 1 : 0) + (otherHas ? 1 : 0);
        }
    }

    /** One client releases a lock while another asks for it, in the queue. */
    @JCStressTest
    @Outcome(id = "true, [a-z]+", expect = ACCEPTABLE, desc = "granted")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "contended, and signalled since")
    @Outcome(expect = FORBIDDEN, desc = "it found the lock taken, and nothing signals that it is free")
    @State
    public static class ReleaseAgainstAsk {

        private final StressMachine machine = new StressMachine();
        private final MemoryStore store = new MemoryStore();
        private final LockBackend one = client(store, machine);
        private final Attempt held = attempt(1);
        private final boolean taken = one.tryAcquire(held) instanceof AcquireOutcome.Granted;
        private final Contest contest = client(store, machine).contest(attempt(2));

        @Actor
        public void ask(ZZ_Result result) {
            result.r1 = !taken || contest.attempt() instanceof AcquireOutcome.Granted;
        }

        @Actor
        public void release() {
            one.release(held);
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = contest.signal().toCompletableFuture().isDone();
        }
    }
}
