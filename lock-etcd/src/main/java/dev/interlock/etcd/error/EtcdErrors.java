// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.error;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.AcquireOutcome.Unknown;
import dev.interlock.spi.toolbox.SecretMask;
import io.etcd.jetcd.common.exception.ErrorCode;
import io.etcd.jetcd.common.exception.EtcdException;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Translates the codes of gRPC, as etcd uses them, into outcomes and messages. A write was surely not executed only if the
 * server answered it with a code of the table; everything else is unknown.
 */
public final class EtcdErrors {

    private static final int MAX_WORDS = 200;

    /** The codes by which etcd says that it did not do what it was asked for. */
    private enum ErrorReply {
        NOT_FOUND(true, "no longer has the lease", "try again"),
        PERMISSION_DENIED(
                false,
                "lacks a right for this user",
                "grant the user a role with the permission readwrite for the keys below the namespace"),
        UNAUTHENTICATED(false, "wants a login", "check the options user and password"),
        INVALID_ARGUMENT(false, "does not take the request", "check the options user and password, and the version"),
        RESOURCE_EXHAUSTED(
                true,
                "has no room for the request",
                "if its database is full, compact and defragment it or raise --quota-backend-bytes, then disarm the"
                        + " alarm; if it has too many requests, give it fewer"),
        FAILED_PRECONDITION(false, "does not take the request", "check that authentication is set up completely"),
        UNIMPLEMENTED(false, "lacks an operation", "use etcd 3.4 or newer");

        private final boolean retryable;
        private final String what;
        private final String wayOut;

        ErrorReply(boolean retryable, String what, String wayOut) {
            this.retryable = retryable;
            this.what = what;
            this.wayOut = wayOut;
        }

        static @Nullable ErrorReply of(Status.Code code) {
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
    public EtcdErrors(String store, boolean encrypted) {
        this.store = store;
        this.encrypted = encrypted;
    }

    /** Where the locks are, for messages. */
    public String store() {
        return store;
    }

    /**
     * What the driver threw, in one form.
     *
     * @throws LinkageError if that is why it failed: no server can help then
     */
    public static EtcdFailure failure(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof LinkageError misfit) {
                throw misfit;
            }
            if (each instanceof StatusRuntimeException answered) {
                return failure(answered.getStatus());
            }
            if (each instanceof StatusException answered) {
                return failure(answered.getStatus());
            }
            if (each instanceof EtcdException answered) {
                Status.Code code =
                        answered.getErrorCode() == ErrorCode.NOT_FOUND ? Status.Code.NOT_FOUND : Status.Code.UNKNOWN;
                return new EtcdFailure(code, words(answered.getMessage()));
            }
            if (each instanceof CancellationException) {
                return new EtcdFailure(Status.Code.CANCELLED, null);
            }
        }
        return new EtcdFailure(Status.Code.UNKNOWN, words(thrown.toString()));
    }

    private static EtcdFailure failure(Status status) {
        Throwable cause = status.getCause();
        String description = status.getDescription();
        String words =
                cause == null || cause.getMessage() == null ? description : description + ", " + cause.getMessage();
        return new EtcdFailure(status.getCode(), words(words));
    }

    private static @Nullable String words(@Nullable String text) {
        if (text == null) {
            return null;
        }
        String masked = SecretMask.mask(text).replaceAll("[^ -~]", "?");
        return masked.length() <= MAX_WORDS ? masked : masked.substring(0, MAX_WORDS) + "...";
    }

    /** Whether the lease is gone. */
    public static boolean isNotFound(EtcdFailure failure) {
        return failure.code() == Status.Code.NOT_FOUND;
    }

    /** Whether no answer came in time. */
    public static boolean isSlow(EtcdFailure failure) {
        return failure.code() == Status.Code.DEADLINE_EXCEEDED || failure.code() == Status.Code.UNAVAILABLE;
    }

    /** How an acquisition ended whose write failed. */
    public AcquireOutcome ofWrite(String failed, EtcdFailure failure) {
        return ErrorReply.of(failure.code()) == null ? new Unknown(failure) : ofRead(failed, failure);
    }

    /** How an acquisition ended before it sent its write. */
    public AcquireOutcome ofRead(String failed, EtcdFailure failure) {
        ErrorReply reply = ErrorReply.of(failure.code());
        return new Refused(unavailable(failed, failure), reply == null || reply.retryable);
    }

    /** Says that the driver and the libraries that it needs are of versions that do not fit. */
    public LockUnavailableException misfit(LinkageError misfit) {
        return new LockUnavailableException(
                "locks cannot be kept: the driver of " + store + " lacks something on the class path (" + misfit
                        + "): jetcd 0.8.6 needs Vert.x 5 and Netty 4.2; where a framework brings Vert.x 4.5 or Netty 4.1,"
                        + " as Spring Boot 3.5 and Quarkus 3 do, take io.etcd:jetcd-core 0.8.5",
                misfit);
    }

    /** Says what happened, for people. */
    public LockUnavailableException unavailable(String failed, EtcdFailure failure) {
        ErrorReply reply = ErrorReply.of(failure.code());
        String checks = encrypted
                ? "check that the ports are those for TLS, that cacert has the issuer of the servers' certificates and that"
                        + " these name their hosts; and that a majority of them runs"
                : "check the hosts and ports, that a majority of the servers runs, and the option timeout;"
                        + " servers that want TLS need tls=true";
        String what = reply == null
                ? store + " did not answer (" + failure.getMessage() + "): " + checks
                : store + " " + reply.what + " (" + failure.getMessage() + "): " + reply.wayOut;
        return new LockUnavailableException(failed + ": " + what, failure);
    }
}
