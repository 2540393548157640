// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Grants a lock by a place in a queue that lasts as long as the session of its client, as ZooKeeper does. The first in
 * the queue has the lock; each waiter is woken when its predecessor has gone. With connections in place of sessions it
 * is a row lock, whose waiters wait in the server until they have the row.
 */
final class QueueStore implements SimulatedStore {

    /** How long a client may be silent before the store ends its session; no lease is longer. */
    static final Duration SESSION = Duration.ofSeconds(10);

    private final Schedule schedule;
    private final Holds holds;
    private final QueueTable places;

    QueueStore(Schedule schedule, Holds holds) {
        this.schedule = schedule;
        this.holds = holds;
        places = new QueueTable(schedule);
    }

    @Override
    public Holds holds() {
        return holds;
    }

    @Override
    public void loseData() {
        places.loseData();
    }

    @Override
    public void free(LockName name) {
        places.free(name);
    }

    @Override
    public void disconnect(SimulatedProcess client) {
        places.disconnect(client);
    }

    @Override
    public String held() {
        return places.held();
    }

    @Override
    public LockBackend connect(SimulatedProcess client) {
        return new Connection(client);
    }

    private final class Connection implements LockBackend {

        private final SimulatedProcess client;
        private boolean closed;
        private @Nullable BackendContext context;

        Connection(SimulatedProcess client) {
            this.client = client;
        }

        @Override
        public Capabilities capabilities() {
            Set<Capability> declared = holds == Holds.BY_CONNECTION
                    ? Set.of(Capability.NOTIFIES_WAITERS, Capability.ENDS_WITH_CONNECTION, Capability.RECALLS)
                    : Set.of(Capability.NOTIFIES_WAITERS, Capability.FIFO_BETWEEN_CLIENTS, Capability.RECALLS);
            return Capabilities.of(
                            "simulated",
                            holds == Holds.BY_CONNECTION ? Waiting.BLOCKING : Waiting.SIGNAL,
                            AcquireOptions.MIN_LEASE,
                            SESSION)
                    .withDeclared(declared)
                    .withMaxTokens(64);
        }

        @Override
        public String store() {
            return holds == Holds.BY_CONNECTION ? "row store" : "session store";
        }

        @Override
        public void start(BackendContext started) {
            context = started;
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            QueueTable.Place holder = places.first(attempt.name());
            if (closed) {
                return new AcquireOutcome.Contended(Duration.ZERO);
            }
            if (holder == null || holder.attempt.id().equals(attempt.id())) {
                return places.outcome(places.enter(client, attempt, context()), clock());
            }
            places.recall(attempt.name());
            return new AcquireOutcome.Contended(Duration.ofSeconds(1));
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            QueueTable.Place place = places.placeOf(grant.attempt().id());
            if (place == null || !places.isFirst(place)) {
                return new RenewOutcome.NotOwner("the place in the queue is gone");
            }
            places.arm(place, lease, clock());
            return new RenewOutcome.Renewed(schedule.now(), lease);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            QueueTable.Place place = places.placeOf(attempt.id());
            if (place == null) {
                return new ReleaseOutcome.NotOwner();
            }
            boolean owned = places.isFirst(place);
            places.leave(place);
            return owned ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOwner();
        }

        private BackendContext context() {
            return Objects.requireNonNull(context, "start comes first");
        }

        private LockClock clock() {
            return context().clock();
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            return Optional.ofNullable(places.first(name))
                    .map(place ->
                            new Holder(place.token, Optional.empty(), Optional.ofNullable(place.attempt.holderHint())));
        }

        @Override
        public Contest contest(Attempt attempt) {
            return new WaitInTheQueue(attempt);
        }

        @Override
        public void close() {
            closed = true;
            places.disconnect(client);
        }

        private final class WaitInTheQueue implements Contest {

            private final Attempt attempt;
            private CompletionStage<?> signal = new CompletableFuture<>();
            private boolean granted;

            WaitInTheQueue(Attempt attempt) {
                this.attempt = attempt;
            }

            @Override
            public AcquireOutcome attempt() {
                if (closed) {
                    return new AcquireOutcome.Contended(Duration.ZERO);
                }
                QueueTable.Place place = places.enter(client, attempt, context());
                place.signal = new CompletableFuture<>();
                signal = place.signal;
                granted = places.isFirst(place);
                return places.outcome(place, clock());
            }

            @Override
            public CompletionStage<?> signal() {
                return signal;
            }

            @Override
            public boolean signalled() {
                return true;
            }

            @Override
            public void close() {
                QueueTable.Place place = places.placeOf(attempt.id());
                if (place != null && !granted) {
                    places.leave(place);
                }
            }
        }
    }
}
