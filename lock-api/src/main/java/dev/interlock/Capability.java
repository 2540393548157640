// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * Something a backend can declare about itself. The kit proves each declaration; where one is missing, it shows what
 * that means.
 */
public enum Capability {
    /** A release wakes a waiter of another client at once. */
    NOTIFIES_WAITERS("a waiter in another client notices a release only when it next asks"),
    /** Waiters of different clients are granted the lock in the order in which they came. */
    FIFO_BETWEEN_CLIENTS("a client that comes later can overtake one that waits"),
    /** Fencing tokens keep growing although the store lost its data, while its clock does not go back. */
    TOKENS_SURVIVE_DATA_LOSS("after a loss of data, tokens start again and older ones may win"),
    /** A held lock is still held after the store's process was killed and started again. */
    SURVIVES_RESTART("when the store restarts, held locks may be granted to others while their holders still believe"),
    /**
     * A held lock is still held after the server that granted it died and another one took over, as the store is set
     * up: a single server has nobody who takes over, and does not declare it.
     */
    SURVIVES_FAIL_OVER(
            "if another server takes over, held locks may be granted to others while their holders still believe"),
    /** Leases do not depend on the store's wall clock: a jump of it neither ends nor prolongs them. */
    SURVIVES_CLOCK_JUMP("when the store's wall clock is set ahead, leases end early, and set back, they end late"),
    /**
     * A lock is held by a connection: once that is broken, the hold is over, and the store frees the lock as soon as it
     * notices.
     */
    ENDS_WITH_CONNECTION("a crashed holder blocks others until its lease ends, and a broken connection is no loss"),
    /**
     * All of several locks are granted in one atomic step, or none, whatever their names; as many as fit into one request
     * of the store.
     */
    GRANTS_ALL_AT_ONCE("locks of several names are taken one after another"),
    /**
     * A grant lasts as long as was asked for, whatever becomes of the client that has it, so that a name can be kept
     * closed after a loss ({@link AcquireOptions#lockDelay()}).
     */
    KEEPS_LOCK_DELAY("a lock that was lost may be free at once, so that a lock-delay is refused");

    private final String absence;

    Capability(String absence) {
        this.absence = absence;
    }

    /**
     * What it means when a backend does not declare this capability.
     *
     * @return one clause, for people
     */
    public String absence() {
        return absence;
    }
}
