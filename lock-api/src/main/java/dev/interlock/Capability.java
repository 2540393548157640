// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * A property that a backend can declare. The kit proves each declared capability, and demonstrates the absence of the
 * others.
 */
public enum Capability {
    /** A release wakes a waiter of another client at once. */
    NOTIFIES_WAITERS("a waiter in another client notices a release only when it next asks"),
    /** Waiters of different clients are granted the lock in the order of their arrival. */
    FIFO_BETWEEN_CLIENTS("a client that comes later can overtake one that waits"),
    /** Fencing tokens keep growing even if the store loses its data, as long as its clock is not set back. */
    TOKENS_SURVIVE_DATA_LOSS("after a loss of data, tokens start again and older ones may win"),
    /** A held lock is still held after the store's process was killed and restarted. */
    SURVIVES_RESTART(
            "when the store restarts, held locks may be granted to others while their holders still count them as held"),
    /**
     * A held lock is still held after the server that granted it failed and another server took over. This depends on
     * the topology: a single server has no successor and does not declare it.
     */
    SURVIVES_FAIL_OVER(
            "if another server takes over, held locks may be granted to others while their holders still count them as held"),
    /**
     * Leases do not depend on the store's wall clock. If that clock jumps, leases become neither shorter nor longer.
     */
    SURVIVES_CLOCK_JUMP("when the store's wall clock is set ahead, leases end early, and set back, they end late"),
    /**
     * A lock is bound to a connection. If the connection breaks, the hold is over, and the store frees the lock as soon
     * as it notices.
     */
    ENDS_WITH_CONNECTION("a crashed holder blocks others until its lease ends, and a broken connection is no loss"),
    /**
     * A set of locks is granted in one atomic step, all or none, for any names. The size of one request of the store
     * limits the set.
     */
    GRANTS_ALL_AT_ONCE("locks of several names are taken one after another"),
    /**
     * A grant lasts for the requested time even if its client disappears. So a name can be kept closed after a loss
     * ({@link AcquireOptions#lockDelay()}).
     */
    KEEPS_LOCK_DELAY("a lock that was lost may be free at once, so a lock delay is refused"),
    /**
     * A client that retains a released lock ({@link AcquireOptions#retention()}) is told when a caller of another client
     * asks for it.
     */
    RECALLS("a client would keep released locks from others, so a retention is refused"),
    /**
     * A holder learns at once that its lock is gone from the store: deleted by an operator or another client, flushed, or
     * forgotten in a failover. It counts for locks that were held for a tenth of a second.
     */
    REPORTS_LOSS("a holder whose lock was deleted in the store learns that when it next renews the lock"),
    /** Several may hold one lock: {@link LockClient#readWrite} and {@link LockClient#semaphore}. */
    SHARES("locks for readers and writers, and semaphores, are refused");

    private final String absence;

    Capability(String absence) {
        this.absence = absence;
    }

    /**
     * What the absence of this capability means.
     *
     * @return one clause in plain text, to be shown to people
     */
    public String absence() {
        return absence;
    }
}
