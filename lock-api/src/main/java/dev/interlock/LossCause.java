// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** Why a hold ended without a release. */
public enum LossCause {
    /** The local deadline passed before a renewal was proven. */
    EXPIRED,
    /**
     * The store answered that this client does not own the lock: it expired there, was taken or deleted, or the store
     * lost its data.
     */
    NOT_OWNER,
    /** The store reported the loss before a renewal asked: the session or connection ended, or the lock was deleted. */
    SESSION_ENDED,
    /** The hold reached its cap. The client releases the lock. */
    MAX_HOLD,
    /** The client was closed during the hold. The client releases the lock. */
    CLIENT_CLOSED
}
