// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.session;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.AcquireOutcome.Unknown;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/**
 * Translates the codes of ZooKeeper into outcomes and messages
 * (https://zookeeper.apache.org/doc/r3.9.5/apidocs/zookeeper-server/org/apache/zookeeper/KeeperException.Code.html). An
 * acquisition is refused only if the server answered it with a code of the table; everything else is unknown.
 */
public final class ZookeeperErrors {

    /** The codes which say that a request was not executed, or that nothing is left of it. */
    private enum ErrorReply {
        SESSIONEXPIRED(true, "ended our session", "try again: a new session begins by itself"),
        SESSIONMOVED(true, "was asked by a connection that our session had left", "try again"),
        THROTTLEDOP(
                true,
                "has more requests than it takes at once",
                "give it fewer clients, or raise its request throttle"),
        NOTREADONLY(true, "is cut off from its quorum and read-only", "bring the other servers back"),
        NEWCONFIGNOQUORUM(true, "has no quorum", "bring the other servers back"),
        NONODE(true, "removed the lock's parent again and again", "try again; look for a client that deletes nodes"),
        NOAUTH(
                false,
                "lacks a right for this user",
                "grant create, read, write and delete on the base and below it, or set the"
                        + " options user and password to those of its owner"),
        AUTHFAILED(false, "refused the login", "check the options user and password, or the SASL configuration"),
        SESSIONCLOSEDREQUIRESASLAUTH(false, "wants a login by SASL", "configure a JAAS login for the client"),
        INVALIDACL(false, "does not take the access rights", "set acl=open, or user and password for acl=creator"),
        QUOTAEXCEEDED(false, "has a quota that is used up", "raise the quota of the base with setquota"),
        NOCHILDRENFOREPHEMERALS(
                false, "has an ephemeral node where the lock's parent should be", "delete it or use another base"),
        BADARGUMENTS(false, "does not take the path", "check the option base"),
        UNIMPLEMENTED(false, "lacks an operation", "use ZooKeeper 3.6 or newer");

        private final boolean retryable;
        private final String what;
        private final String wayOut;

        ErrorReply(boolean retryable, String what, String wayOut) {
            this.retryable = retryable;
            this.what = what;
            this.wayOut = wayOut;
        }

        static @Nullable ErrorReply of(Code code) {
            for (ErrorReply each : values()) {
                if (each.name().equals(code.name())) {
                    return each;
                }
            }
            return null;
        }
    }

    private final String store;
    private final boolean encrypted;

    /** The errors of a store to which connections are encrypted, or are not. */
    public ZookeeperErrors(String store, boolean encrypted) {
        this.store = store;
        this.encrypted = encrypted;
    }

    public String store() {
        return store;
    }

    /** How an acquisition ended that got no grant and no contender as its answer. */
    public AcquireOutcome acquire(String failed, KeeperException answer) {
        ErrorReply reply = ErrorReply.of(answer.code());
        return reply == null ? new Unknown(answer) : new Refused(unavailable(failed, answer), reply.retryable);
    }

    /** Whether the request may have been executed, or may still be. */
    public static boolean isUnknown(KeeperException answer) {
        return ErrorReply.of(answer.code()) == null;
    }

    /** Says what happened, for people. */
    public LockUnavailableException unavailable(String failed, KeeperException answer) {
        ErrorReply reply = ErrorReply.of(answer.code());
        String what = reply == null
                ? store + " did not answer (" + answer.code()
                        + "): check the servers, their quorum, and the option timeout"
                : store + " " + reply.what + " (" + answer.code() + "): " + reply.wayOut;
        return new LockUnavailableException(failed + ": " + what, answer);
    }

    /** The client puts the path of a node that does not exist before each path that it sends. */
    public LockUnavailableException chrootMissing(String failed, KeeperException answer) {
        return new LockUnavailableException(
                failed + ": " + store + " has no node for the path of the connect string (" + answer.code()
                        + "): create it, or check that path",
                answer);
    }

    /** Nothing was sent. */
    LockUnavailableException unreachable(String failed, String observed, @Nullable Exception cause) {
        // The client keeps the reason of a failed handshake to itself: it only goes on trying.
        String checks = encrypted
                ? "check that the ports are those for TLS (secureClientPort), that trustStore has the issuer of the servers'"
                        + " certificates and that these name their hosts; and that a quorum of them runs and is not overloaded"
                : "check that a quorum of its servers runs and is not overloaded, and the hosts and ports; servers that want TLS need tls=true";
        return new LockUnavailableException(
                failed + ": no " + (encrypted ? "TLS " : "") + "connection to " + store + " (" + observed + "): "
                        + checks,
                cause);
    }

    /** A lock's node was created too late in the life of the ensemble. */
    public LockUnavailableException outOfTokens(String failed, long zxid) {
        return new LockUnavailableException(
                failed + ": " + store + " has reached zxid " + zxid
                        + ", beyond which no fencing token fits into 63 bits:"
                        + " move the locks to a new ensemble, which is a new lock domain",
                null);
    }
}
