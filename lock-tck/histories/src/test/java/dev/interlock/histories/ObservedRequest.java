// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories;

import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.HistoryEvent;
import dev.interlock.tck.history.Operation;
import dev.interlock.tck.history.Phase;
import java.time.Duration;
import java.util.Objects;

/**
 * A request to the store and what its process knows of it, with times since the start of the history. Immutable.
 *
 * @param action what was asked
 * @param outcome what was answered; INFO if nothing was
 * @param sent before it was sent: a lease counts from then
 * @param answered when the answer was there; {@link Long#MAX_VALUE} if it never was
 * @param lease for how long it asked, in nanoseconds
 * @param token the first token that it got; 0 if none
 * @param tokens how many it got
 */
record ObservedRequest(Action action, Phase outcome, long sent, long answered, long lease, long token, int tokens) {

    /** What engine and kit subtract from a lease: a thousandth for clocks, and this for rounding. */
    private static final long ROUNDING_NANOS = Duration.ofMillis(2).toNanos();

    private static final int DRIFT_SHARE = 1_000;

    static ObservedRequest of(Operation operation, long start) {
        long invoked = operation.invoked().nanos() - start;
        long lease = operation.invoked().promiseNanos();
        if (operation.outcome() == Phase.INFO) {
            return new ObservedRequest(operation.action(), Phase.INFO, invoked, Long.MAX_VALUE, lease, 0, 0);
        }
        HistoryEvent ended = Objects.requireNonNull(operation.ended());
        long answered = ended.nanos() - start;
        // The promise says when the driver sent it, after it was given to the driver.
        long sent = ended.promiseNanos() == 0 ? invoked : invoked + ended.promiseNanos() - usable(lease);
        return new ObservedRequest(
                operation.action(),
                operation.outcome(),
                Math.min(sent, answered),
                answered,
                lease,
                ended.token(),
                ended.tokens());
    }

    private static long usable(long lease) {
        return lease - lease / DRIFT_SHARE - ROUNDING_NANOS;
    }

    boolean is(Action what, Phase how) {
        return action == what && outcome == how;
    }

    /** Until when a client may rely on it, if it was granted or renewed. */
    long provenUntil() {
        return sent + usable(lease);
    }

    /** Whether a token is one of those that it got. */
    boolean got(long one) {
        return token <= one && one < token + tokens;
    }

    ObservedStep sending(String what, long... numbers) {
        return ObservedStep.of(sent, what, numbers);
    }

    ObservedStep answer(String what, long... numbers) {
        return ObservedStep.of(answered, what, numbers);
    }
}
