// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

/** The role of a contender in a comparison. */
public enum Role {
    /** The raw client with the minimum for mutual exclusion: the cost of the store and its driver alone. */
    FLOOR,
    /** The store's own lock, without a lease, a token or a handle; the floor where the raw client cannot wait. */
    NATIVE,
    /** Interlock. */
    INTERLOCK,
    /** Another library, in the form that its own documentation recommends. */
    PEER
}
