// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** How a waiter learns that a lock may be free. */
public enum Waiting {
    /** It asks again, with growing pauses. */
    POLL,
    /** The store signals a release; it still asks again from time to time, since a signal is a hint. */
    SIGNAL,
    /** It blocks a thread in a call to the store. */
    BLOCKING
}
