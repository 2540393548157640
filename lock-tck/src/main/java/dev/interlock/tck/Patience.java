// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The only place where rules wait for real time. "Await" and "never" have limits of their own, and both grow with the system
 * property {@value #FACTOR} (default 1) on slow machines.
 */
final class Patience {

    /** The system property that stretches every limit. */
    static final String FACTOR = "interlock.tck.patience";

    private static final long STEP_MILLIS = 3;
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private final Rule rule;

    Patience(Rule rule) {
        this.rule = rule;
    }

    /** Stretches a duration by the configured factor. */
    static Duration stretched(Duration value) {
        double factor = Double.parseDouble(System.getProperty(FACTOR, "1"));
        return Duration.ofNanos((long) (value.toNanos() * factor));
    }

    /** Waits until the condition holds; fails after the limit. */
    void await(String what, Callable<Boolean> condition, Duration atMost) {
        Duration limit = stretched(atMost);
        if (!holdsWithin(condition, limit)) {
            throw new AssertionError(rule.id() + ": waited " + limit.toMillis() + " ms in vain: " + what);
        }
    }

    /** Watches that the condition does not come true; fails as soon as it does. */
    void never(String what, Callable<Boolean> condition, Duration during) {
        Stopwatch watch = new Stopwatch();
        if (holdsWithin(condition, stretched(during))) {
            throw new AssertionError(
                    rule.id() + ": after " + watch.elapsed().toMillis() + " ms this must not have happened: " + what);
        }
    }

    private static boolean holdsWithin(Callable<Boolean> condition, Duration limit) {
        Stopwatch watch = new Stopwatch();
        while (!holds(condition)) {
            if (watch.elapsed().compareTo(limit) >= 0) {
                return holds(condition);
            }
            rest();
        }
        return true;
    }

    /** Not parkNanos: a permit left over from the condition's own waiting would end it at once. */
    private static void rest() {
        try {
            boolean unused = NEVER.await(STEP_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while waiting: the rule took too long", e);
        }
    }

    private static boolean holds(Callable<Boolean> condition) {
        try {
            return condition.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the condition threw " + e, e);
        }
    }

    /** Time since its creation, on the monotonic clock. */
    static final class Stopwatch {

        private final long start = KitClock.SYSTEM.nanoTime();

        Duration elapsed() {
            return Duration.ofNanos(KitClock.SYSTEM.nanoTime() - start);
        }
    }
}
