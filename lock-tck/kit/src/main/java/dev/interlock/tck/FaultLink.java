// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.ProcessAccess;
import java.time.Duration;

/**
 * A way to the store on which faults can be injected. A gate is set for a kind of step, not for a protocol message: it
 * catches one request of its kind on this link, and no other. Gates of one kind catch requests in the order in
 * which they were set.
 */
public interface FaultLink extends AutoCloseable {

    /** The kinds of request that gates tell apart. */
    enum RequestKind {
        /** An attempt to acquire. */
        ACQUIRE,
        /** A renewal. */
        RENEW,
        /** A release. */
        RELEASE,
        /** A change of a lock that several may hold: an attempt, a renewal or a release. */
        SHARE,
        /** A free by an operator. */
        FREE,
        /**
         * Any request of a step: those above, a look, a place in a queue, a subscription. Not what a driver sends by itself,
         * such as a ping.
         */
        ANY
    }

    /** A gate that stops one message until the gate is opened. */
    interface MessageGate {

        /**
         * Returns whether the message has reached the gate. For a reply this means that the store has executed the
         * request.
         *
         * @return true from then on
         */
        boolean reached();

        /**
         * Lets the message go on, even if its client has given up. If the store executes late requests, a held request
         * is then still executed. Some stores cancel a request when its client leaves, so the link hides the client's
         * leaving from the store until {@link #answered}.
         */
        void open();

        /**
         * Returns whether the store has answered the held message, by a reply or by ending its connection. Before that,
         * a check of the store's state proves nothing. A rule whose late request is never answered ends as
         * {@link dev.interlock.tck.runner.Outcome#NOT_EXERCISED}.
         *
         * @return true from then on; for a held reply as soon as it is reached
         */
        boolean answered();
    }

    /**
     * Opens a backend whose messages all pass this link.
     *
     * @return a backend that was not started
     */
    LockBackend openBackend();

    /**
     * Returns how separate processes become clients whose messages all pass this link. Every call returns a new access.
     *
     * @return the access, to be closed before the link
     */
    ProcessAccess processes();

    /**
     * Returns the request limit of such a backend: the longest time for one step when the store does not answer,
     * including the wait for a connection (rules ERR-8 and ERR-9).
     *
     * @return an upper bound; rules hold messages for longer, so that the backend gives up
     */
    Duration replyTimeout();

    /**
     * Stops a request of a kind before the store sees it.
     *
     * @param kind the kind
     * @param position 0 for the next request of the kind, 1 for the one after it: a step may take several requests
     * @return the gate
     */
    MessageGate holdRequest(RequestKind kind, int position);

    /** {@link #holdRequest(RequestKind, int)} for the next request. */
    default MessageGate holdRequest(RequestKind kind) {
        return holdRequest(kind, 0);
    }

    /**
     * Lets the store execute a request of a kind, and stops its reply.
     *
     * @param kind the kind
     * @param position as in {@link #holdRequest(RequestKind, int)}
     * @return the gate
     */
    MessageGate holdReply(RequestKind kind, int position);

    /** {@link #holdReply(RequestKind, int)} for the next request. */
    default MessageGate holdReply(RequestKind kind) {
        return holdReply(kind, 0);
    }

    /**
     * Lets the store execute the request by which an attempt learns that another has the lock, and stops its reply. Override
     * it if the backend looks before it writes: then no {@link RequestKind#ACQUIRE} comes from an attempt that is refused.
     *
     * @return the gate, for the next such request
     */
    default MessageGate holdLookReply() {
        return holdReply(RequestKind.ACQUIRE);
    }

    /**
     * Lets the store execute a request of a kind, and cuts the connection instead of passing on the reply.
     *
     * @param kind the kind
     * @param position as in {@link #holdRequest(RequestKind, int)}
     * @return a gate that stops nothing; it tells whether the request came
     */
    MessageGate dropReply(RequestKind kind, int position);

    /** {@link #dropReply(RequestKind, int)} for the next request. */
    default MessageGate dropReply(RequestKind kind) {
        return dropReply(kind, 0);
    }

    /**
     * Cuts the connection instead of passing on a request of a kind.
     *
     * @param kind the kind
     * @param position as in {@link #holdRequest(RequestKind, int)}
     * @return a gate that stops nothing; it tells whether the request came
     */
    MessageGate cutRequest(RequestKind kind, int position);

    /** {@link #cutRequest(RequestKind, int)} for the next request. */
    default MessageGate cutRequest(RequestKind kind) {
        return cutRequest(kind, 0);
    }

    /**
     * Delays every reply until {@link #heal}: the store acts at once, and its client gets each reply of a step later.
     * Without a network, a backend that reads the clock after the store has acted reads it that much later.
     *
     * @param latency the shortest time between a request and its reply
     */
    void delayReplies(Duration latency);

    /** Cuts every connection and refuses new ones, until {@link #heal}. */
    void cut();

    /** Swallows every message in both directions and keeps the connections open, until {@link #heal}. */
    void blackhole();

    /**
     * Ends {@link #cut}, {@link #blackhole} and {@link #delayReplies}; messages that were swallowed stay lost. Idle
     * gates are removed. A message that is held at a gate may go on, or stay there until the gate is opened.
     */
    void heal();

    /** Heals the link, opens all gates and frees what the link uses. */
    @Override
    void close();
}
