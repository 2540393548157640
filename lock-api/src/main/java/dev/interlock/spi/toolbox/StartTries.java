// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox;

import dev.interlock.LockClock;
import dev.interlock.LockUnavailableException;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Tries the steps of a backend's start again if the store was too slow for them: until a limit has passed, and each step
 * at most {@value #MOST} times. A server that is new or loaded may answer its first requests late, and at the start no
 * caller waits for a lock yet. All other failures end the start at once. For one thread at a time.
 */
public final class StartTries {

    private static final int MOST = 10;

    private final LockClock clock;
    private final long limitNanos;
    private final long beginNanos;
    private final Predicate<LockUnavailableException> slow;

    /**
     * The tries of a start that begins now.
     *
     * @param clock the client's clock
     * @param limit after which no try begins
     * @param slow whether an exception says only that no answer, or no connection, came in time
     */
    public StartTries(LockClock clock, Duration limit, Predicate<LockUnavailableException> slow) {
        this.clock = clock;
        this.limitNanos = limit.toNanos();
        this.beginNanos = clock.nanoTime();
        this.slow = slow;
    }

    /**
     * Runs a step, which may be run again after any part of it.
     *
     * @param step what to do
     * @param <T> what it finds
     * @return what the last try found
     * @throws LockUnavailableException what the last try threw
     */
    public <T> T run(Supplier<T> step) {
        for (int tries = 1; ; tries++) {
            try {
                return step.get();
            } catch (LockUnavailableException e) {
                if (tries == MOST || clock.nanoTime() - beginNanos >= limitNanos || !slow.test(e)) {
                    throw e;
                }
            }
        }
    }
}
