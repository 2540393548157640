// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** Why a client no longer keeps a lock that it released. Later versions may add reasons. */
public enum RetentionEnd {

    /** The next acquisition of this client got the lock, without a request. */
    REUSED,

    /** Another client asked for the lock, or may have asked while the store could not tell. */
    RECALLED,

    /** The retention is over, or the lease is not proven for longer. */
    EXPIRED,

    /** The client keeps as many locks as it may ({@link ClientOptions#maxRetained()}), and another was released later. */
    DISPLACED,

    /** An acquisition of this client asked for other options, or for a set of locks. */
    UNSUITABLE,

    /** The backend reported that the grant is lost or uncertain. */
    DOUBTED,

    /** The client was closed. */
    CLOSED
}
