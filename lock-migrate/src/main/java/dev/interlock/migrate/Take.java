// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt of the client is in the two stores: an attempt in each. Both have the client's id at first. A half that
 * was granted and given up again is asked for under another id from then on, since a late repetition of its release
 * must not free the later grant. Immutable.
 *
 * @param asked the attempt of the client
 * @param old the attempt in the old store
 * @param recent the attempt in the new store
 * @param isUnanswered whether a request of one of the two got no answer, so that it may yet be executed
 * @param left attempts in both stores that were given up while that was so
 * @param granted the grants of the stores, or null if there were none yet
 * @param longest the longest lease that was asked for
 * @param usedNanos the last use, by the client's clock
 */
record Take(
        Attempt asked,
        Attempt old,
        Attempt recent,
        boolean isUnanswered,
        List<Attempt> left,
        @Nullable Granted granted,
        Duration longest,
        long usedNanos) {

    /** The grants of both stores. */
    record Granted(Grant old, Grant recent) {}

    static Take first(Attempt asked, long nowNanos) {
        Attempt half = half(asked, asked.id());
        return new Take(asked, half, half, false, List.of(), null, asked.lease(), nowNanos);
    }

    /** The marked attempt in a store. It asks for no recall: nothing is retained. */
    private static Attempt half(Attempt asked, AttemptId id) {
        return Attempt.of(asked.name(), id, asked.lease(), asked.tokens(), HolderMark.mark(asked.holderHint()));
    }

    /** The same for an attempt of the client with the same id, which may ask for another lease. */
    Take asking(Attempt again, long nowNanos) {
        return new Take(
                again,
                half(again, old.id()),
                half(again, recent.id()),
                isUnanswered,
                left,
                granted,
                longer(again.lease()),
                nowNanos);
    }

    Take unanswered() {
        return new Take(asked, old, recent, true, left, granted, longest, usedNanos);
    }

    Take granted(Grant inOld, Grant inRecent) {
        return new Take(asked, old, recent, isUnanswered, left, new Granted(inOld, inRecent), longest, usedNanos);
    }

    Take renewed(Duration lease, long nowNanos) {
        return new Take(asked, old, recent, isUnanswered, left, granted, longer(lease), nowNanos);
    }

    /** The half in the old store was given up. */
    Take withoutOld() {
        return new Take(
                asked, half(asked, AttemptId.random()), recent, isUnanswered, leaving(old), null, longest, usedNanos);
    }

    /** Both halves were given up. */
    Take withoutBoth() {
        Attempt fresh = half(asked, AttemptId.random());
        return new Take(asked, fresh, fresh, isUnanswered, leaving(recent), null, longest, usedNanos).leavingToo(old);
    }

    private Take leavingToo(Attempt given) {
        return new Take(asked, old, recent, isUnanswered, leaving(given), granted, longest, usedNanos);
    }

    private List<Attempt> leaving(Attempt given) {
        if (!isUnanswered || left.contains(given)) {
            return left;
        }
        List<Attempt> more = new ArrayList<>(left);
        more.add(given);
        return List.copyOf(more);
    }

    private Duration longer(Duration lease) {
        return lease.compareTo(longest) > 0 ? lease : longest;
    }

    /** Whether nothing can be left of it in a store. */
    boolean isClean() {
        return granted == null && !isUnanswered;
    }
}
