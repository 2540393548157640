// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.time;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Waits for a condition on behalf of a rule, or watches that it does not come true. The two have separate limits. Both
 * limits grow with the system property {@value #FACTOR} (default 1) on slow machines. Immutable.
 */
public final class Awaiter {

    /** The system property that stretches every limit. */
    static final String FACTOR = "interlock.tck.patience";

    /** Ends a message about a limit that was not kept, since a slow machine may be the cause. */
    public static final String IF_SLOW = "; if this machine is slow, stretch the limits of rules by -D" + FACTOR + "=3";

    private static final long STEP_MILLIS = 3;
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private final Function<String, ? extends AssertionError> failure;

    /**
     * Creates an awaiter.
     *
     * @param whose the text with which failures start
     */
    public Awaiter(String whose) {
        this(what -> new AssertionError(whose + ": " + what));
    }

    /** Creates an awaiter whose failures are errors of the caller's kind. */
    public Awaiter(Function<String, ? extends AssertionError> failure) {
        this.failure = failure;
    }

    /** Stretches a duration by the configured factor. */
    public static Duration stretched(Duration value) {
        double factor = Double.parseDouble(System.getProperty(FACTOR, "1"));
        return Duration.ofNanos((long) (value.toNanos() * factor));
    }

    /**
     * Waits until a condition holds.
     *
     * @param what the condition, for the failure
     * @param condition checked every few milliseconds, on this thread
     * @param atMost the limit
     * @throws AssertionError if it does not hold by then
     */
    public void await(String what, Callable<Boolean> condition, Duration atMost) {
        Duration limit = stretched(atMost);
        if (!holdsWithin(condition, limit)) {
            throw failure.apply("waited " + limit.toMillis() + " ms in vain: " + what + IF_SLOW);
        }
    }

    /**
     * Watches that a condition does not come true.
     *
     * @param what the condition, for the failure
     * @param condition checked every few milliseconds, on this thread
     * @param during for how long
     * @throws AssertionError as soon as it does
     */
    public void never(String what, Callable<Boolean> condition, Duration during) {
        Stopwatch watch = new Stopwatch();
        if (holdsWithin(condition, stretched(during))) {
            throw failure.apply("after " + watch.elapsed().toMillis() + " ms this must not have happened: " + what);
        }
    }

    /** Whether a condition comes true within a limit that is stretched already. */
    public static boolean holdsWithin(Callable<Boolean> condition, Duration limit) {
        Stopwatch watch = new Stopwatch();
        while (!holds(condition)) {
            if (watch.elapsed().compareTo(limit) >= 0) {
                return holds(condition);
            }
            rest();
        }
        return true;
    }

    /**
     * Sleeps. It does not use parkNanos, because a permit left over from the condition's own waiting would end that at
     * once.
     */
    private static void rest() {
        try {
            NEVER.await(STEP_MILLIS, TimeUnit.MILLISECONDS);
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
}
