// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.context;

import dev.interlock.LockClock;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The context of a backend without a client: a clock that runs as that of this JVM, with another origin, and a record
 * of the backend's reports.
 * Thread-safe.
 */
public final class StandaloneContext implements BackendContext {

    private final List<AttemptId> lost = new CopyOnWriteArrayList<>();
    private final List<AttemptId> uncertain = new CopyOnWriteArrayList<>();
    private final List<AttemptId> wanted = new CopyOnWriteArrayList<>();
    private final AtomicInteger missedRecalls = new AtomicInteger();
    private final LockClock clock;

    /** Creates a context. One context may serve several backends. */
    public StandaloneContext() {
        this(MonotonicClock.SYSTEM);
    }

    /**
     * Creates a context with another clock, such as one that stands still until a test moves it.
     *
     * @param clock the clock of the backends that it serves
     */
    public StandaloneContext(LockClock clock) {
        this.clock = clock;
    }

    /**
     * Creates a context whose timers run fast, for backends that act only after a long time.
     *
     * @param times how many times as fast, at least 1; nanoTime is not changed
     * @return a context; one may serve several backends
     */
    public static StandaloneContext withFastTimers(int times) {
        return new StandaloneContext(new FastTimers(MonotonicClock.SYSTEM, times));
    }

    /**
     * A reading of the clock of all contexts that were made without another.
     *
     * @return nanoseconds, to be compared with what the backends of such contexts return
     */
    public static long now() {
        return MonotonicClock.SYSTEM.nanoTime();
    }

    /** {@return the attempts that were reported lost, in the order of the reports} */
    public List<AttemptId> lost() {
        return List.copyOf(lost);
    }

    /** {@return the attempts that were reported uncertain, in the order of the reports} */
    public List<AttemptId> uncertain() {
        return List.copyOf(uncertain);
    }

    /** {@return the attempts whose locks were reported wanted by other clients, in the order of the reports} */
    public List<AttemptId> wanted() {
        return List.copyOf(wanted);
    }

    /** {@return how often it was reported that requests of other clients may have been missed} */
    public int missedRecalls() {
        return missedRecalls.get();
    }

    @Override
    public LockClock clock() {
        return clock;
    }

    @Override
    public void reportLost(AttemptId id, String detail) {
        lost.add(id);
    }

    @Override
    public void reportUncertain(AttemptId id, String detail) {
        uncertain.add(id);
    }

    @Override
    public void reportWanted(AttemptId id) {
        wanted.add(id);
    }

    @Override
    public void reportMissedRecalls() {
        missedRecalls.incrementAndGet();
    }

    private record FastTimers(LockClock to, int times) implements LockClock {

        @Override
        public long nanoTime() {
            return to.nanoTime();
        }

        @Override
        public long wallMillis() {
            return to.wallMillis();
        }

        @Override
        public Timer schedule(long delayNanos, Runnable task) {
            return to.schedule(delayNanos / times, task);
        }
    }
}
