// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * An operation whose invoke is written and whose outcome is not. One call of {@link #ok}, {@link #fail} or
 * {@link #info} ends it. Without such a call its outcome is unknown. Thread-safe.
 */
public final class OpenOperation {

    private final HistoryWriter writer;
    private final HistoryEvent invoked;
    private final AtomicBoolean ended = new AtomicBoolean();

    OpenOperation(HistoryWriter writer, HistoryEvent invoked) {
        this.writer = writer;
        this.invoked = invoked;
    }

    /**
     * Ends an operation that took effect and has no token: a release, a fault, the end of a belief.
     *
     * @throws IllegalStateException if the operation has ended already
     */
    public void ok() {
        end(Phase.OK, 0, 0, 0, "");
    }

    /**
     * Ends an operation that took effect.
     *
     * @param token the first token, greater than 0
     * @param tokens how many consecutive tokens, at least 1
     * @param promiseNanos how long the store promises to grant the lock to no other owner, in nanoseconds
     * @throws IllegalStateException if the operation has ended already
     */
    public void ok(long token, int tokens, long promiseNanos) {
        end(Phase.OK, token, tokens, promiseNanos, "");
    }

    /**
     * Ends an operation that surely had no effect.
     *
     * @param detail why; {@link Action#CONTENDED} if an acquire found another owner
     * @throws IllegalStateException if the operation has ended already
     */
    public void fail(String detail) {
        end(Phase.FAIL, 0, 0, 0, detail);
    }

    /**
     * Ends an operation that may have taken effect, or may still do so.
     *
     * @param detail the observation
     * @throws IllegalStateException if the operation has ended already
     */
    public void info(String detail) {
        end(Phase.INFO, 0, 0, 0, detail);
    }

    /**
     * Returns the time of the invoke, from which a promise counts.
     *
     * @return the time of the event, by {@link System#nanoTime}
     */
    public long invokedNanos() {
        return invoked.nanos();
    }

    /**
     * Prolongs a belief, unless nothing remains. The time is read before {@code remaining} is called.
     *
     * @param remaining how long it is valid from the moment of the call
     */
    public void prolong(Supplier<Duration> remaining) {
        long now = System.nanoTime();
        long valid = remaining.get().toNanos();
        if (valid > 0) {
            writer.append(invoked.later(now, Phase.NOTE, 0, 0, valid, ""));
        }
    }

    private void end(Phase phase, long token, int tokens, long promiseNanos, String detail) {
        long now = System.nanoTime();
        if (!ended.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    invoked.action() + " " + invoked.op() + " of " + invoked.process() + " has ended already");
        }
        writer.append(invoked.later(now, phase, token, tokens, promiseNanos, detail));
    }
}
