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
 * What an attempt of the client is in the two stores: an attempt in each. Both have the client's id at first. Immutable.
 *
 * @param asked the attempt of the client
 * @param old in the old store
 * @param recent in the new store
 * @param granted the grants of the stores, or null if there were none yet
 * @param longest the longest lease that was asked for
 * @param usedNanos the last use, by the client's clock
 */
record Take(Attempt asked, Part old, Part recent, @Nullable Granted granted, Duration longest, long usedNanos) {

    /** The grants of both stores. */
    record Granted(Grant old, Grant recent) {}

    /**
     * The attempt in one store. A half that was granted and given up again is asked for under another id from then on,
     * since a late repetition of its release must not free the later grant.
     *
     * @param attempt what the store is asked
     * @param isUnanswered whether a request of it got no answer, so that it may yet be executed
     * @param left former attempts that were given up while that was so
     */
    record Part(Attempt attempt, boolean isUnanswered, List<Attempt> left) {

        Part asking(Attempt asked) {
            return new Part(half(asked, attempt.id()), isUnanswered, left);
        }

        Part unanswered() {
            return new Part(attempt, true, left);
        }

        Part givenUp(Attempt asked) {
            return new Part(half(asked, AttemptId.random()), false, remaining());
        }

        /** What all its requests have answered is surely gone. */
        private List<Attempt> remaining() {
            if (!isUnanswered) {
                return left;
            }
            List<Attempt> more = new ArrayList<>(left);
            more.add(attempt);
            return List.copyOf(more);
        }

        boolean isClean() {
            return !isUnanswered && left.isEmpty();
        }
    }

    static Take first(Attempt asked, long nowNanos) {
        Part part = new Part(half(asked, asked.id()), false, List.of());
        return new Take(asked, part, part, null, asked.lease(), nowNanos);
    }

    /** The marked attempt in a store. It asks for no recall: nothing is retained. */
    private static Attempt half(Attempt asked, AttemptId id) {
        return Attempt.of(asked.name(), id, asked.lease(), asked.tokens(), HolderMark.mark(asked.holderHint()));
    }

    /** The same for an attempt of the client with the same id, which may ask for another lease. */
    Take asking(Attempt again, long nowNanos) {
        return new Take(again, old.asking(again), recent.asking(again), granted, longer(again.lease()), nowNanos);
    }

    Take unansweredInOld() {
        return new Take(asked, old.unanswered(), recent, granted, longest, usedNanos);
    }

    Take unansweredInRecent() {
        return new Take(asked, old, recent.unanswered(), granted, longest, usedNanos);
    }

    Take granted(Grant inOld, Grant inRecent) {
        return new Take(asked, old, recent, new Granted(inOld, inRecent), longest, usedNanos);
    }

    Take renewed(Duration lease, long nowNanos) {
        return new Take(asked, old, recent, granted, longer(lease), nowNanos);
    }

    Take withoutOld() {
        return new Take(asked, old.givenUp(asked), recent, null, longest, usedNanos);
    }

    Take withoutRecent() {
        return new Take(asked, old, recent.givenUp(asked), null, longest, usedNanos);
    }

    private Duration longer(Duration lease) {
        return lease.compareTo(longest) > 0 ? lease : longest;
    }

    /** Whether nothing can be left of it in a store. */
    boolean isClean() {
        return granted == null && old.isClean() && recent.isClean();
    }
}
