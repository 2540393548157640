// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

/** What an event is about. Immutable. */
public enum Action {

    /**
     * A request to the store for a lock; OK carries the token and the promise, FAIL with detail {@value #CONTENDED} met
     * a holder.
     */
    ACQUIRE(false),

    /**
     * A request that lets the lease run anew; OK carries token and promise, FAIL means that the store said "not owner".
     */
    RENEW(false),

    /** A request that frees the lock; FAIL means that the store said "not owner". */
    RELEASE(false),

    /**
     * A client's belief that it holds: INVOKE starts it, NOTE prolongs it, OK ends it. The promise says for how long
     * from then.
     */
    BELIEVE(false),

    /** An entry in the log of a resource: its name stands in the lock's place, OK means accepted and FAIL refused. */
    EFFECT(false),

    /** The comparison of a process's clock with its parent's: FAIL makes the whole history worthless. */
    HANDSHAKE(false),

    /** A process was stopped (INVOKE) and went on (OK). */
    PAUSE(true),

    /** A process was killed. */
    KILL(true),

    /** The store lost its data. */
    FLUSH(true),

    /** The store or somebody on the way broke a connection. */
    KILL_CONNECTION(true),

    /** The store was told to end a session. */
    END_SESSION(true),

    /** Another server took over. */
    FAIL_OVER(true),

    /** The store's wall clock was set. */
    JUMP_CLOCK(true),

    /** The store was stopped and started on the same data. */
    RESTART(true),

    /** The network between a process and the store was cut or delayed. */
    PARTITION(true);

    /** The detail of a failed acquire that met a holder. */
    public static final String CONTENDED = "contended";

    private final boolean injected;

    Action(boolean injected) {
        this.injected = injected;
    }

    /**
     * Whether the test did this to the system, instead of the system doing it.
     *
     * @return whether it is a fault that was injected
     */
    public boolean injected() {
        return injected;
    }

    /** Whether this ends holds in every store that it can be done to. */
    boolean endsHolds() {
        return this == FLUSH || this == END_SESSION;
    }

    /** Whether this breaks connections, which ends the holds that belong to a connection. */
    boolean breaksConnections() {
        return this == KILL || this == KILL_CONNECTION || this == RESTART || this == PARTITION;
    }
}
