// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** Why a hold ended without a release. */
public enum LossCause {
    /** The local deadline passed: no renewal was proven in time. */
    EXPIRED,
    /** The store answered that the lock is not ours: expired there, taken, deleted, or the store lost its data. */
    NOT_OWNER,
    /** The store told by itself, before a renewal asked: the session or connection ended, or the lock was deleted. */
    SESSION_ENDED,
    /** The cap on the hold was reached; the client gives the lock back. */
    MAX_HOLD,
    /** The client was closed while the lock was held; the client gives the lock back. */
    CLIENT_CLOSED
}
