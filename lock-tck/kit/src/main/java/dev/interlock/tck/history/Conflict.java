// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import org.jspecify.annotations.Nullable;

/**
 * The proof that no times exist at which a store did everything that it confirmed for a lock.
 *
 * @param kind the kind of conflict
 * @param hold the hold that it concerns, if one is known
 * @param before the hold with the next smaller token, if there is no room after that one
 * @param operation the operation that shows it, if it is a single one
 * @param limit a time that the kind needs, such as the earliest end of the hold before
 */
record Conflict(
        Kind kind,
        @Nullable RecordedHold hold,
        @Nullable RecordedHold before,
        @Nullable Operation operation,
        long limit) {

    /** The kind of conflict. */
    enum Kind {
        /** Two grants share a token. */
        TOKEN_TWICE,
        /** A renewal or release was confirmed to an owner that had no grant, or no grant that was left. */
        NEVER_ACQUIRED,
        /** A hold was confirmed again after its release, or after the store had answered "not owner". */
        CAME_BACK,
        /** The hold before it cannot have ended by the time of its grant. */
        NO_ROOM,
        /** A renewal, a repeat or a release was confirmed after the lease had ended. */
        LAPSED,
        /** The store answered "not owner" while its promise held. */
        ENDED_EARLY,
        /** A hold with an unknown token was confirmed although other owners had the lock the whole time. */
        NO_GAP
    }
}
