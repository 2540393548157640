// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.event;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.TermEnd;
import dev.interlock.internal.machine.EngineLog;
import dev.interlock.internal.machine.Machine;
import dev.interlock.internal.machine.TimerQueue;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.StoreDescription;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a client writes to the log, with or without listeners: once what its store is, and then each hold that ended
 * otherwise than by a confirmed release. Thread-safe.
 */
public final class ClientLog {

    /** The logger's name is documented, so that a user can switch these lines off. */
    private static final Logger LOGGER = LoggerFactory.getLogger(LockClient.class);

    /** The longest part of a text of a driver or server that is shown. */
    private static final int MAX_REASON = 300;

    private final LockBackend backend;
    private final EngineLog log;
    private final LimitedWarnings warnings;

    public ClientLog(LockBackend backend, Machine machine, TimerQueue timers) {
        this.backend = backend;
        log = new EngineLog(LOGGER, machine::log);
        warnings = new LimitedWarnings(LOGGER, backend::store, machine, timers);
    }

    /** The store as it turned out to be, and what it does not guarantee. */
    public void started() {
        if (!log.isInfoEnabled()) {
            return;
        }
        StoreDescription description = backend.description();
        Capabilities capabilities = backend.capabilities();
        List<String> limits = new ArrayList<>(description.limits());
        capabilities.missing().stream()
                // A store without it keeps locks in another way, and promises no less.
                .filter(capability -> capability != Capability.ENDS_WITH_CONNECTION)
                .forEach(capability -> limits.add(capability.absence()));
        log.info(
                "locks are kept in {} ({}): leases of {} to {}, waiting {}, {}; not guaranteed: {}",
                backend.store(),
                description.product(),
                capabilities.minLease(),
                capabilities.maxLease(),
                capabilities.waiting(),
                capabilities.declared().stream().sorted().toList(),
                String.join("; ", limits));
    }

    public void lost(LockLost loss) {
        warnings.warn(
                "'{}' on {} was lost ({}: {}; token {}): others may be inside, so the resource should refuse this token;"
                        + " {}",
                loss.lockName(),
                backend.store(),
                loss.cause(),
                oneLine(loss.detail()),
                loss.fencingToken(),
                wayOut(loss.cause()));
    }

    private static String wayOut(LossCause cause) {
        return switch (cause) {
            case EXPIRED -> "look for pauses of this process and at the store, or use a longer lease";
            case NOT_OWNER ->
                "look for a store that lost its data, failed over or evicts, or for a client that deleted the lock";
            case SESSION_ENDED -> "look for a broken connection or a restart, or for a client that deleted the lock";
            case MAX_HOLD -> "the work took longer than its maxHold: raise it, or do less under the lock";
            case CLIENT_CLOSED -> "end the work before the client is closed, or let the close wait for it (closeGrace)";
        };
    }

    public void releaseFailed(String lockName, long fencingToken, ReleaseResult result, String reason) {
        String text = result == ReleaseResult.NOT_HELD
                ? "'{}' on {} was not held any more when it was released ({}; token {}): others may have been inside;"
                        + " look for pauses of this process, for lost data, or for a client that deleted the lock"
                : "'{}' on {} was released but that was not confirmed ({}; token {}): it can block others until its"
                        + " lease ends; look at the store and the connection to it";
        warnings.warn(text, lockName, backend.store(), oneLine(reason), fencingToken);
    }

    /** A lock that the close of the client has ended is perhaps not free at the store. */
    public void notFreedAtClose(String lockName, long fencingToken, ReleaseOutcome outcome) {
        String reason = outcome instanceof ReleaseOutcome.Unknown unknown
                ? "no answer: " + unknown.cause()
                : "the store knows another owner or none";
        warnings.warn(
                "the close of the client could not confirm the release of '{}' on {} ({}; token {}): it can block others"
                        + " until its lease ends; look at the store and the connection to it",
                lockName,
                backend.store(),
                oneLine(reason),
                fencingToken);
    }

    /** The task of a leader threw. */
    public void leaderFailed(String lockName, long term, TermEnd end, Throwable failure) {
        warnings.warn(
                "the leader of '{}' on {} failed (term {}, {}): its lock is released, and the candidate stands again later",
                lockName,
                backend.store(),
                term,
                end,
                failure);
    }

    /** A candidate was elected and cannot lead. */
    public void noLeaderThread(String lockName, long term, Throwable failure) {
        warnings.warn(
                "no thread for the leader of '{}' on {} (term {}: {}): its lock is released, and the candidate stands again"
                        + " later",
                lockName,
                backend.store(),
                term,
                failure.toString());
    }

    /** The holder is gone without a release. */
    public void abandoned(String lockName, long fencingToken, String detail) {
        warnings.warn(
                "'{}' on {} was left without a release (token {}): {}; use try-with-resources, or unlock() in finally",
                lockName,
                backend.store(),
                fencingToken,
                detail);
    }

    private static String oneLine(String reason) {
        String line = reason.replaceAll("\\p{Cntrl}+", " ");
        return line.length() > MAX_REASON ? line.substring(0, MAX_REASON) + "…" : line;
    }

    public void close() {
        warnings.close();
    }
}
