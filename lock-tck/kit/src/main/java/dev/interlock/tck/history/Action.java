// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

/** The subject of an event. Immutable. */
public enum Action {

    /**
     * A request to the store for a lock. OK has the token and the promise; FAIL with detail {@value #CONTENDED} means
     * that another owner had the lock.
     */
    ACQUIRE(false),

    /** A request that restarts the lease. OK has token and promise; FAIL means that the store answered "not owner". */
    RENEW(false),

    /** A request that frees the lock. FAIL means that the store answered "not owner". */
    RELEASE(false),

    /**
     * A client's belief that it holds the lock. INVOKE starts it, NOTE prolongs it, OK ends it. The promise is how long
     * it is valid from then on.
     */
    BELIEVE(false),

    /**
     * An entry in the log of a resource. It has the resource's name in place of the lock's. OK means accepted, FAIL
     * refused.
     */
    EFFECT(false),

    /** The comparison of a process's clock with its parent's clock. FAIL makes the whole history worthless. */
    HANDSHAKE(false),

    /** A process was stopped (INVOKE) and went on (OK). */
    PAUSE(true),

    /** A process was killed. */
    KILL(true),

    /** The store lost its data. */
    FLUSH(true),

    /** The store, or a node on the way, broke a connection. */
    KILL_CONNECTION(true),

    /** The store ended a session on request of the test. */
    END_SESSION(true),

    /** Another server took over. */
    FAIL_OVER(true),

    /** The store's wall clock was set. */
    JUMP_CLOCK(true),

    /** The store was stopped and started on the same data. */
    RESTART(true),

    /** The network between a process and the store was cut or delayed. */
    PARTITION(true);

    /** The detail of a failed acquire that found another owner. */
    public static final String CONTENDED = "contended";

    private final boolean injected;

    Action(boolean injected) {
        this.injected = injected;
    }

    /**
     * Returns whether the test injects this, instead of the system doing it.
     *
     * @return whether it is an injected fault
     */
    public boolean injected() {
        return injected;
    }

    /** Whether this ends holds in every store on which it can be injected. */
    boolean endsHolds() {
        return this == FLUSH || this == END_SESSION;
    }

    /** Whether this breaks connections, which ends the holds that belong to a connection. */
    boolean breaksConnections() {
        return this == KILL || this == KILL_CONNECTION || this == RESTART || this == PARTITION;
    }
}
