// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import org.jspecify.annotations.Nullable;

/**
 * What shows that no times can be found at which a store did all that it confirmed for a lock.
 *
 * @param kind what is wrong
 * @param hold the hold that it concerns, if one is known
 * @param before the hold with the next smaller token, if there is no room behind that one
 * @param operation the operation that shows it, if it is a single one
 * @param limit a time that the kind needs, such as the earliest end of the hold before
 */
record Conflict(
        Kind kind,
        @Nullable RecordedHold hold,
        @Nullable RecordedHold before,
        @Nullable Operation operation,
        long limit) {

    /** What is wrong. */
    enum Kind {
        /** Two grants share a token. */
        TOKEN_TWICE,
        /** A renewal or release was confirmed to an owner that nothing was granted to, or nothing that was left. */
        NEVER_ACQUIRED,
        /** A hold was confirmed again after it had been released or the store had said "not owner". */
        CAME_BACK,
        /** The hold before it cannot have ended by the time that it was granted. */
        NO_ROOM,
        /** A renewal, a repeat or a release was confirmed after the lease had run out. */
        LAPSED,
        /** The store said "not owner" while its promise held. */
        ENDED_EARLY,
        /** A hold with an unknown token was confirmed while others had the lock throughout. */
        NO_GAP
    }
}
