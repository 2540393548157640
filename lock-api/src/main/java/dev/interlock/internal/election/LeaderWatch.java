// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.election;

import dev.interlock.Election;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.internal.acquire.Acquisitions;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.internal.machine.EngineLog;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the store again and again, and reports each leader that differs from the one before. It has one look under way
 * at most, which is over when the observer has returned. Thread-safe.
 */
final class LeaderWatch implements LockClient.Registration {

    private static final EngineLog LOG = EngineLog.of(LeaderWatch.class);

    private final Acquisitions acquisitions;
    private final ClientThreads threads;
    private final Election election;
    private final long pauseNanos;
    private final Consumer<? super Optional<Holder>> observer;

    /** Null before the first look, 0 if there was no leader. Looks follow each other. */
    private volatile @Nullable Long known;

    private volatile boolean closed;

    LeaderWatch(
            Acquisitions acquisitions,
            Election election,
            long pauseNanos,
            Consumer<? super Optional<Holder>> observer) {
        this.acquisitions = acquisitions;
        threads = acquisitions.threads;
        this.election = election;
        this.pauseNanos = pauseNanos;
        this.observer = observer;
    }

    /** A look on a thread that may block: the store may be slow, and the observer is code of users. */
    void begin() {
        threads.callbacks.execute(this::lookAndGoOn);
    }

    private void lookAndGoOn() {
        if (closed || acquisitions.isClosed()) {
            return;
        }
        try {
            look();
        } catch (LockException e) {
            // The store does not say: the leader that it named last is still the latest news.
            LOG.debug("the leader of '{}' could not be read: {}", election.name(), e.toString());
        } catch (RuntimeException | Error e) {
            LOG.warn("an observer of the election '{}' failed; it is called again", election.name(), e);
        }
        threads.timers.at(threads.machine.nanoTime() + pauseNanos, this::begin);
    }

    private void look() {
        Optional<Holder> leader = election.leader();
        Long term = leader.map(Holder::fencingToken).orElse(0L);
        if (!term.equals(known) && !closed) {
            known = term;
            observer.accept(leader);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
