// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.ProcessAccess;
import java.time.Duration;

/**
 * A way to the store that can be disturbed. Gates speak of the steps of a lock, not of a protocol: each gate catches
 * the next request of its kind that comes along this link, one request only; gates of one kind catch in the order in
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
        RELEASE
    }

    /** Stops one message until it is opened. */
    interface MessageGate {

        /**
         * Whether the message has come to the gate. For a reply this means that the store has executed the request.
         *
         * @return true from then on
         */
        boolean reached();

        /**
         * Lets the message go on, also when its client has given up: a held request is then still executed, if the
         * store executes what comes late. A link keeps the store from learning that the client has left until
         * {@link #answered}, since some stores cancel what nobody waits for.
         */
        void open();

        /**
         * Whether the store has answered what was held: by a reply, or by ending the connection on which it came. What
         * rules require of the state afterwards means nothing before; a rule whose late request is never answered ends
         * as {@link Outcome#NOT_EXERCISED}.
         *
         * @return true from then on; for a held reply as soon as it is reached
         */
        boolean answered();
    }

    /**
     * Opens a backend whose every message passes this link.
     *
     * @return a backend that was not started
     */
    LockBackend openBackend();

    /**
     * How processes of their own become clients whose every message passes this link. Every call gives a fresh access.
     *
     * @return the access; to be closed before the link
     */
    ProcessAccess processes();

    /**
     * The request limit of such a backend: how long one of its steps takes at the most when the store does not answer,
     * with the wait for a connection (rules ERR-8 and ERR-9).
     *
     * @return an upper bound; rules hold messages for longer to make it give up
     */
    Duration replyTimeout();

    /**
     * Stops the next request of a kind before the store sees it.
     *
     * @param kind the kind
     * @return the gate
     */
    MessageGate holdRequest(RequestKind kind);

    /**
     * Lets the next request of a kind be executed and stops its reply.
     *
     * @param kind the kind
     * @return the gate
     */
    MessageGate holdReply(RequestKind kind);

    /**
     * Lets the next request of a kind be executed and cuts the connection instead of passing its reply on.
     *
     * @param kind the kind
     */
    void dropReply(RequestKind kind);

    /**
     * Cuts the connection instead of passing the next request of a kind on.
     *
     * @param kind the kind
     */
    void cutRequest(RequestKind kind);

    /**
     * Makes every reply late, until {@link #heal}: the store acts at once, and its client learns of it later, in every
     * request of a step. Where there is no network, whoever looks at the clock after the store has acted does so later.
     *
     * @param latency how long after its request a reply comes, at least
     */
    void delayReplies(Duration latency);

    /** Cuts every connection and refuses new ones, until {@link #heal}. */
    void cut();

    /** Swallows every message in both directions and keeps the connections open, until {@link #heal}. */
    void blackhole();

    /**
     * Ends {@link #cut} and {@link #blackhole}; what they swallowed stays lost. Idle gates are forgotten; a message
     * that is held at a gate may go on or stay there until the gate is opened.
     */
    void heal();

    /** Heals the link, opens all gates and frees what the link uses. */
    @Override
    void close();
}
