// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

/** What a contender stands for in a comparison. */
public enum Role {
    /** The raw client with the least that excludes others: what the store and its driver cost by themselves. */
    FLOOR,
    /** What the store itself has as a lock, without a lease, a token or a handle; the floor where the other cannot wait. */
    NATIVE,
    /** Interlock. */
    INTERLOCK,
    /** Another library, in the form that its own documentation recommends. */
    PEER
}
