// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.election;

import dev.interlock.AcquireOptions;
import dev.interlock.Candidacy;
import dev.interlock.Election;
import dev.interlock.ElectionOptions;
import dev.interlock.Holder;
import dev.interlock.LeaderTask;
import dev.interlock.LockClient;
import dev.interlock.LockName;
import dev.interlock.internal.acquire.Acquisitions;
import dev.interlock.internal.lease.EffectiveOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The name of an election and the client to stand with.
 *
 * @param acquisitions of the client
 * @param candidacies of the client
 * @param lockName which lock
 * @param defaults the client's defaults for this name
 */
public record NamedElection(
        Acquisitions acquisitions, Candidacies candidacies, LockName lockName, AcquireOptions defaults)
        implements Election {

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

    @Override
    public String name() {
        return lockName.value();
    }

    @Override
    public Candidacy lead(ElectionOptions options, LeaderTask task) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(task, "task");
        acquisitions.requireOpen();
        // A candidate that loses its place to another of the same client must not get it back without a look at the
        // store.
        EffectiveOptions effective = acquisitions
                .effective(lockName, options.lock(), defaults)
                .withMaxWaitNanos(EffectiveOptions.NO_LIMIT)
                .withoutAttemptCap()
                .withoutRetention();
        Candidate candidate = new Candidate(acquisitions, candidacies, lockName, effective, options, task);
        candidate.begin();
        return candidate;
    }

    @Override
    public Optional<Holder> leader() {
        acquisitions.requireOpen();
        return acquisitions.backend.inspect(lockName);
    }

    @Override
    public LockClient.Registration observe(Duration pause, Consumer<? super Optional<Holder>> observer) {
        Objects.requireNonNull(pause, "pause");
        Objects.requireNonNull(observer, "observer");
        if (pause.compareTo(SHORTEST_PAUSE) < 0 || pause.compareTo(LONGEST_PAUSE) > 0) {
            throw new IllegalArgumentException(
                    "pause must be >= " + SHORTEST_PAUSE + " and <= " + LONGEST_PAUSE + " but was " + pause);
        }
        acquisitions.requireOpen();
        LeaderWatch watch = new LeaderWatch(acquisitions, this, pause.toNanos(), observer);
        watch.begin();
        return watch;
    }

    /** What is safe to show. */
    @Override
    public String toString() {
        return "Election['" + name() + "' on " + acquisitions.backend.store() + "]";
    }
}
