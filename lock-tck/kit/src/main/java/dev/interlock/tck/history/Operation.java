// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import dev.interlock.spi.Share;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation: its invoke and, if one was written, its end. Immutable.
 *
 * @param invoked the invoke
 * @param ended the end; null if its process was killed first, which is an unknown outcome
 */
public record Operation(HistoryEvent invoked, @Nullable HistoryEvent ended) {

    /** {@return how it ended: OK, FAIL or INFO} */
    public Phase outcome() {
        return ended == null ? Phase.INFO : ended.phase();
    }

    /** {@return the subject} */
    public Action action() {
        return invoked.action();
    }

    /** {@return the lock} */
    public String lock() {
        return invoked.lock();
    }

    /** {@return how much of the lock} */
    public Share share() {
        return invoked.share();
    }

    /** {@return the attempt that owns or wants the lock} */
    public String owner() {
        return invoked.owner();
    }

    /** {@return the process that asked} */
    public String process() {
        return invoked.process();
    }

    /** {@return its first token, 0 if none is known} */
    public long token() {
        return ended == null ? invoked.token() : ended.token();
    }

    /** {@return the owner by which its process believes in the grant: the process and the first token} */
    public String believer() {
        return process() + "/" + token();
    }

    /** {@return how many tokens, 0 if none is known} */
    public int tokens() {
        return ended == null ? invoked.tokens() : ended.tokens();
    }

    /** {@return the promise, or the lease asked for if there is no promise, in nanoseconds} */
    public long promiseNanos() {
        return ended == null || ended.promiseNanos() == 0 ? invoked.promiseNanos() : ended.promiseNanos();
    }

    /** The earliest moment at which it may have taken effect. */
    long from() {
        return invoked.nanos();
    }

    /** The latest moment at which it may have taken effect. A request of unknown outcome may still be on its way. */
    long to() {
        return ended == null || ended.phase() == Phase.INFO ? Times.NEVER : ended.nanos();
    }

    /** The time at which its caller continued, or never. */
    long over() {
        return ended == null ? Times.NEVER : ended.nanos();
    }

    boolean is(Action action, Phase outcome) {
        return action() == action && outcome() == outcome;
    }

    boolean contended() {
        return ended != null && is(Action.ACQUIRE, Phase.FAIL) && ended.detail().equals(Action.CONTENDED);
    }

    List<HistoryEvent> events() {
        return ended == null ? List.of(invoked) : List.of(invoked, ended);
    }
}
