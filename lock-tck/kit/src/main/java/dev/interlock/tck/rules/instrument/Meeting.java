// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.instrument;

import dev.interlock.tck.time.Moment;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Lets pairs of steps run at one time, each pair a little differently: the second step begins at any moment of the time
 * that the first one usually takes. For one thread; it does the second step of each pair, and another thread the first.
 */
public final class Meeting {

    /** The first step begins so long after the threads have met. Both must have seen that by then. */
    private static final long AHEAD_NANOS = 1_000;

    private final Random lot = new Random(1);

    /** What half of the first steps take at most, nearly. */
    private volatile long usualNanos = 10_000;

    private AtomicBoolean arrived = new AtomicBoolean();
    private AtomicLong begin = new AtomicLong();

    /** The first step of the next pair, for another thread. It waits there until {@link #second} is called. */
    public <T> Callable<T> first(Callable<T> step) {
        AtomicBoolean here = new AtomicBoolean();
        AtomicLong at = new AtomicLong();
        arrived = here;
        begin = at;
        return () -> {
            here.set(true);
            while (at.get() == 0) {
                Thread.onSpinWait();
            }
            Moment.spinUntil(at.get());
            T outcome = step.call();
            learn(System.nanoTime() - at.get());
            return outcome;
        };
    }

    /** Does the second step of the pair. The first one must be under way. */
    public <T> T second(Supplier<T> step) {
        while (!arrived.get()) {
            Thread.yield();
        }
        long at = System.nanoTime() + AHEAD_NANOS;
        begin.set(at);
        Moment.spinUntil(at + (long) (usualNanos * lot.nextDouble()));
        return step.get();
    }

    private void learn(long nanos) {
        long usual = usualNanos;
        usualNanos = nanos > usual ? usual + usual / 16 + 1 : usual - usual / 16;
    }
}
