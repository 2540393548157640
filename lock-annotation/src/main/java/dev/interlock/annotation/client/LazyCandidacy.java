// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.client;

import dev.interlock.Candidacy;
import dev.interlock.CandidacyState;
import dev.interlock.ElectionOptions;
import dev.interlock.LeaderTask;
import dev.interlock.Leadership;
import dev.interlock.LockClient;
import dev.interlock.LockUnavailableException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A candidate of a client that may not be connected yet: it stands once the client could connect, and tries again until
 * then, after pauses that grow as those of the candidate do. Thread-safe.
 */
final class LazyCandidacy implements Candidacy {

    private static final Logger LOG = LoggerFactory.getLogger(LockClient.class);
    private static final int MAX_DOUBLINGS = 20;

    private final LazyLockClient client;
    private final String name;
    private final ElectionOptions options;
    private final LeaderTask task;
    private final ReentrantLock changing = new ReentrantLock();
    private volatile @Nullable Candidacy standing;
    private volatile boolean closed;
    private int failures;

    LazyCandidacy(LazyLockClient client, String name, ElectionOptions options, LeaderTask task) {
        this.client = client;
        this.name = name;
        this.options = options;
        this.task = task;
    }

    /**
     * Stands, or does so later if the store cannot be reached.
     *
     * @throws RuntimeException as {@link dev.interlock.Election#lead(ElectionOptions, LeaderTask)}, but for a store that
     *     cannot be reached
     */
    void stand() {
        changing.lock();
        try {
            if (!closed) {
                standing = client.connected().election(name).lead(options, task);
            }
        } catch (LockUnavailableException e) {
            long pause = pauseMillis();
            LOG.warn(
                    "the candidate of '{}' stands in {} ms again, since its store cannot be reached: {}",
                    name,
                    pause,
                    e.getMessage());
            CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS, client.blocking())
                    .execute(this::standLater);
        } finally {
            changing.unlock();
        }
    }

    private long pauseMillis() {
        int doublings = Math.min(failures, MAX_DOUBLINGS);
        failures++;
        return Math.min(
                options.longestPause().toMillis(), options.shortestPause().toMillis() << doublings);
    }

    private void standLater() {
        try {
            stand();
        } catch (RuntimeException | Error e) {
            // No caller is left to get it. A closed client, or options that this store does not support.
            LOG.error("the candidate of '{}' stands no more", name, e);
            close();
        }
    }

    String name() {
        return name;
    }

    /** Waits for nothing, not even while the client connects. */
    @Override
    public CandidacyState state() {
        Candidacy present = standing;
        if (present != null) {
            return present.state();
        }
        return closed ? CandidacyState.CLOSED : CandidacyState.FOLLOWING;
    }

    @Override
    public Optional<Leadership> leadership() {
        Candidacy present = standing;
        return present == null ? Optional.empty() : present.leadership();
    }

    @Override
    public boolean abdicate() {
        Candidacy present = standing;
        return present != null && present.abdicate();
    }

    @Override
    public void close() {
        Candidacy present;
        changing.lock();
        try {
            closed = true;
            present = standing;
        } finally {
            changing.unlock();
        }
        if (present != null) {
            present.close();
        }
    }
}
