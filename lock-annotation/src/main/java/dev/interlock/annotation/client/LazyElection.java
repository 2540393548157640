// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.client;

import dev.interlock.Candidacy;
import dev.interlock.Election;
import dev.interlock.ElectionOptions;
import dev.interlock.Holder;
import dev.interlock.LeaderTask;
import dev.interlock.LockClient;
import dev.interlock.LockName;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An election of a client that may not be connected yet. A candidate connects when it stands, on the calling thread. If the
 * store cannot be reached then, it tries again later.
 *
 * @param client connects when it is needed
 * @param lockName the name of the election
 */
record LazyElection(LazyLockClient client, LockName lockName) implements Election {

    @Override
    public String name() {
        return lockName.value();
    }

    @Override
    public Candidacy lead(ElectionOptions options, LeaderTask task) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(task, "task");
        LazyCandidacy candidacy = new LazyCandidacy(client, name(), options, task);
        candidacy.stand();
        client.add(candidacy);
        return candidacy;
    }

    @Override
    public Optional<Holder> leader() {
        return client.connected().election(name()).leader();
    }

    @Override
    public LockClient.Registration observe(Duration pause, Consumer<? super Optional<Holder>> observer) {
        return client.connected().election(name()).observe(pause, observer);
    }
}
