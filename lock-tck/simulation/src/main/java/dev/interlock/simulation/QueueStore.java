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
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a lock by the place in a queue, which lasts as long as the session of its client, as ZooKeeper does: the first
 * in the queue has the lock, each next one is called when the one before it has gone. With connections in the place of
 * sessions it is a row lock, whose waiters wait in the server until they have the row.
 */
final class QueueStore implements SimulatedStore {

    /** How long the store hears nothing of a client before it ends its session; no lease is longer. */
    static final Duration SESSION = Duration.ofSeconds(10);

    private final Schedule schedule;
    private final Holds holds;
    private final List<Place> queue = new ArrayList<>();
    private long lastToken;

    QueueStore(Schedule schedule, Holds holds) {
        this.schedule = schedule;
        this.holds = holds;
    }

    private static final class Place {
        private final SimulatedProcess client;
        private final Attempt attempt;
        private final long token;
        private final BackendContext context;
        private CompletableFuture<Void> signal = new CompletableFuture<>();
        private long end = SimulatedThread.NEVER;

        Place(SimulatedProcess client, Attempt attempt, long token, BackendContext context) {
            this.context = context;
            this.client = client;
            this.attempt = attempt;
            this.token = token;
        }

        @Override
        public String toString() {
            return attempt.name() + "/" + token + " of " + client.name();
        }
    }

    @Override
    public Holds holds() {
        return holds;
    }

    @Override
    public void loseData() {
        List<Place> gone = List.copyOf(queue);
        queue.clear();
        gone.forEach(place -> place.signal.complete(null));
    }

    @Override
    public void free(LockName name) {
        Place holder = first(name);
        if (holder != null) {
            leave(holder);
        }
    }

    @Override
    public void disconnect(SimulatedProcess client) {
        List<Place> gone =
                queue.stream().filter(place -> place.client == client).toList();
        List<Place> held = gone.stream().filter(this::isFirst).toList();
        gone.forEach(this::leave);
        held.forEach(place -> place.context.reportLost(place.attempt.id(), "its session or connection ended"));
    }

    @Override
    public String held() {
        return queue.isEmpty() ? "" : queue.toString();
    }

    private @Nullable Place placeOf(AttemptId id) {
        return queue.stream()
                .filter(place -> place.attempt.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    private boolean isFirst(Place place) {
        return first(place.attempt.name()) == place;
    }

    private @Nullable Place first(LockName name) {
        return queue.stream()
                .filter(place -> place.attempt.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private Place enter(SimulatedProcess client, Attempt attempt, BackendContext context) {
        Place known = placeOf(attempt.id());
        if (known != null) {
            return known;
        }
        lastToken += attempt.tokens();
        Place place = new Place(client, attempt, lastToken - attempt.tokens() + 1, context);
        queue.add(place);
        return place;
    }

    private void leave(Place place) {
        if (queue.remove(place)) {
            Place next = first(place.attempt.name());
            if (next != null) {
                next.signal.complete(null);
            }
        }
    }

    private AcquireOutcome outcome(Place place, LockClock clock) {
        if (!isFirst(place)) {
            return new AcquireOutcome.Contended(Duration.ofSeconds(1));
        }
        arm(place, place.attempt.lease(), clock);
        return new AcquireOutcome.Granted(new Grant(place.attempt, place.token, schedule.now(), place.attempt.lease()));
    }

    /** The place of a holder ends with its lease as well; never sooner than it would have. */
    private void arm(Place place, Duration lease, LockClock clock) {
        long end = schedule.now() + lease.toNanos();
        place.end = place.end == SimulatedThread.NEVER ? end : Math.max(place.end, end);
        clock.schedule(lease.toNanos(), () -> {
            if (place.end <= schedule.now()) {
                leave(place);
            }
        });
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
                    ? Set.of(Capability.NOTIFIES_WAITERS, Capability.ENDS_WITH_CONNECTION)
                    : Set.of(Capability.NOTIFIES_WAITERS, Capability.FIFO_BETWEEN_CLIENTS);
            return new Capabilities(
                    "simulated",
                    declared,
                    holds == Holds.BY_CONNECTION ? Waiting.BLOCKING : Waiting.SIGNAL,
                    AcquireOptions.MIN_LEASE,
                    SESSION,
                    64);
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
            Place holder = first(attempt.name());
            if (closed) {
                return new AcquireOutcome.Contended(Duration.ZERO);
            }
            return holder == null || holder.attempt.id().equals(attempt.id())
                    ? outcome(enter(client, attempt, context()), clock())
                    : new AcquireOutcome.Contended(Duration.ofSeconds(1));
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            Place place = placeOf(grant.attempt().id());
            if (place == null || !isFirst(place)) {
                return new RenewOutcome.NotOwner("the place in the queue is gone");
            }
            arm(place, lease, clock());
            return new RenewOutcome.Renewed(schedule.now(), lease);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            Place place = placeOf(attempt.id());
            if (place == null) {
                return new ReleaseOutcome.NotOwner();
            }
            boolean owned = isFirst(place);
            leave(place);
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
            return Optional.ofNullable(first(name))
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
            disconnect(client);
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
                Place place = enter(client, attempt, context());
                place.signal = new CompletableFuture<>();
                signal = place.signal;
                granted = isFirst(place);
                return outcome(place, clock());
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
                Place place = placeOf(attempt.id());
                if (place != null && !granted) {
                    leave(place);
                }
            }
        }
    }
}
