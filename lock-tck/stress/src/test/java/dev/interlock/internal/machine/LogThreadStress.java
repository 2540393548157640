// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.Perturbed;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** The thread that writes the lines of the log, which ends when it is idle. */
@OnState(LogThread.class)
final class LogThreadStress {

    private LogThreadStress() {}

    /** A log whose threads run when a test says so. */
    private abstract static class Lines {

        final AtomicInteger written = new AtomicInteger();
        private final Queue<Runnable> threads = new ConcurrentLinkedQueue<>();
        final LogThread log = new LogThread(threads::add, Duration.ZERO);

        final void line() {
            written.incrementAndGet();
            Perturbed.point();
        }

        final void runThreads() {
            for (Runnable thread = threads.poll(); thread != null; thread = threads.poll()) {
                thread.run();
            }
        }
    }

    /** A line comes while the thread ends. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both lines were written")
    @Outcome(expect = FORBIDDEN, desc = "a line waits, and there is no thread for it")
    @State
    public static class AddAgainstEnd extends Lines {

        public AddAgainstEnd() {
            log.add(this::line);
        }

        @Actor
        public void write() {
            runThreads();
        }

        @Actor
        public void add() {
            Perturbed.point();
            log.add(this::line);
        }

        @Arbiter
        public void afterwards(I_Result result) {
            runThreads();
            result.r1 = written.get();
        }
    }

    /** Two clients that close wait for their lines at the same time. */
    @JCStressTest
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "the line was written when the wait for it had ended")
    @Outcome(expect = FORBIDDEN, desc = "the wait ended, and the line was not written")
    @State
    public static class TwoWait extends Lines {

        private static final long NANOS = TimeUnit.MINUTES.toNanos(1);

        private volatile boolean over;

        public TwoWait() {
            log.add(this::line);
        }

        private void await(long nanos) {
            try {
                log.await(nanos);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Actor
        public void one() {
            await(0);
            while (!over) {
                runThreads();
                Perturbed.point();
            }
        }

        @Actor
        public void other(Z_Result result) {
            try {
                runThreads();
                log.add(this::line);
                await(NANOS);
                result.r1 = written.get() == 2;
            } finally {
                over = true;
            }
        }
    }
}
