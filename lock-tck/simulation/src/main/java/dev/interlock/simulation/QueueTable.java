// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Grant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The queues of a {@link QueueStore}, in order of arrival; the first of each name has the lock. */
final class QueueTable {

    private final Schedule schedule;
    private final List<Place> queue = new ArrayList<>();
    private long lastToken;

    QueueTable(Schedule schedule) {
        this.schedule = schedule;
    }

    /** The place of a waiter or a holder. */
    static final class Place {
        final SimulatedProcess client;
        final Attempt attempt;
        final long token;
        final BackendContext context;
        CompletableFuture<Void> signal = new CompletableFuture<>();
        private long end = SimulatedThread.NEVER;

        Place(SimulatedProcess client, Attempt attempt, long token, BackendContext context) {
            this.context = context;
            this.client = client;
            this.attempt = attempt;
            this.token = token;
        }

        private boolean isOf(LockName name) {
            return attempt.name().equals(name);
        }

        @Override
        public String toString() {
            return attempt.name() + "/" + token + " of " + client.name();
        }
    }

    void loseData() {
        List<Place> gone = List.copyOf(queue);
        queue.clear();
        gone.forEach(place -> place.signal.complete(null));
    }

    void free(LockName name) {
        Place holder = first(name);
        if (holder != null) {
            leave(holder);
        }
    }

    void disconnect(SimulatedProcess client) {
        List<Place> gone =
                queue.stream().filter(place -> place.client == client).toList();
        List<Place> held = gone.stream()
                .filter(place -> isFirst(place) && place.end != SimulatedThread.NEVER)
                .toList();
        gone.forEach(this::leave);
        held.forEach(place -> place.context.reportLost(place.attempt.id(), "its session or connection ended"));
    }

    String held() {
        return queue.isEmpty() ? "" : queue.toString();
    }

    @Nullable
    Place placeOf(AttemptId id) {
        return queue.stream()
                .filter(place -> place.attempt.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    boolean isFirst(Place place) {
        return first(place.attempt.name()) == place;
    }

    @Nullable
    Place first(LockName name) {
        return queue.stream()
                .filter(place -> place.attempt.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    Place enter(SimulatedProcess client, Attempt attempt, BackendContext context) {
        Place known = placeOf(attempt.id());
        if (known != null) {
            return known;
        }
        lastToken += attempt.tokens();
        Place place = new Place(client, attempt, lastToken - attempt.tokens() + 1, context);
        queue.add(place);
        return place;
    }

    void leave(Place place) {
        if (queue.remove(place)) {
            Place next = first(place.attempt.name());
            if (next != null) {
                next.signal.complete(null);
            }
        }
    }

    /** Tells the holder of a lock that another client wants it, if the holder may retain it. */
    void recall(LockName name) {
        Place holder = first(name);
        if (holder != null && holder.attempt.recallable()) {
            holder.context.reportWanted(holder.attempt.id());
        }
    }

    AcquireOutcome outcome(Place place, LockClock clock) {
        if (queue.stream().filter(other -> other.isOf(place.attempt.name())).count() > 1) {
            recall(place.attempt.name());
        }
        if (!isFirst(place)) {
            return new AcquireOutcome.Contended(Duration.ofSeconds(1));
        }
        arm(place, place.attempt.lease(), clock);
        return new AcquireOutcome.Granted(Grant.of(place.attempt, place.token, schedule.now(), place.attempt.lease()));
    }

    /** The place of a holder ends with its lease as well, and never earlier than before. */
    void arm(Place place, Duration lease, LockClock clock) {
        long end = schedule.now() + lease.toNanos();
        place.end = place.end == SimulatedThread.NEVER ? end : Math.max(place.end, end);
        clock.schedule(lease.toNanos(), () -> {
            if (place.end <= schedule.now()) {
                leave(place);
            }
        });
    }
}
