// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Grants a lock by its lease, and serves waiters from a server queue, as Redis does. A lock that becomes free is
 * reserved for a moment for the first waiter, which the store wakes and which takes it with its next request.
 */
final class FifoStore implements SimulatedStore {

    private static final long KEPT_NANOS = Duration.ofSeconds(2).toNanos();
    private static final Duration LONGEST_REST = Duration.ofSeconds(1);

    private final Schedule schedule;
    private final LeaseTable leases;
    private final RecordTable records;
    private final List<Turn> queue = new ArrayList<>();
    private final Map<LockName, Kept> kept = new LinkedHashMap<>();

    FifoStore(Schedule schedule) {
        this.schedule = schedule;
        leases = new LeaseTable(schedule);
        records = new RecordTable(schedule, true);
    }

    private record Kept(AttemptId owner, long end) {}

    @Override
    public Holds holds() {
        return Holds.BY_LEASE;
    }

    @Override
    public RecordTable records() {
        return records;
    }

    /** No waiter is woken: each of them looks again by itself. */
    @Override
    public void loseData() {
        leases.loseData();
        records.loseData();
        queue.clear();
        kept.clear();
    }

    @Override
    public void free(LockName name) {
        leases.free(name);
        passOn(name, null);
    }

    @Override
    public void failOver() {
        records.failOver();
        if (leases.failOver()) {
            kept.clear();
        }
    }

    @Override
    public boolean jump(long nanos) {
        leases.jump(nanos);
        records.jump(nanos);
        return true;
    }

    @Override
    public String held() {
        String held = leases.held() + records.held();
        return queue.isEmpty() ? held : held + " waiting: " + queue;
    }

    /** The reservation of the lock for another attempt, if there is one now. */
    private @Nullable Kept keptFromOthers(Attempt attempt) {
        kept.values().removeIf(each -> each.end <= schedule.now());
        Kept known = kept.get(attempt.name());
        return known == null || known.owner.equals(attempt.id()) ? null : known;
    }

    private AcquireOutcome acquire(Attempt attempt, BackendContext client) {
        Optional<Duration> held = leases.leftToAnother(attempt);
        if (held.isPresent()) {
            leases.recall(attempt.name());
            return contended(held.get());
        }
        Kept known = keptFromOthers(attempt);
        boolean own = kept.containsKey(attempt.name()) && known == null;
        if (known == null && !own) {
            known = passOn(attempt.name(), attempt.id());
        }
        if (known != null) {
            return contended(Duration.ofNanos(known.end - schedule.now()));
        }
        kept.remove(attempt.name());
        Grant grant = leases.grant(attempt, client);
        // Those that wait already do not ask again before they are woken.
        if (queue.stream().anyMatch(turn -> turn.attempt.name().equals(attempt.name()))) {
            leases.recall(attempt.name());
        }
        return new AcquireOutcome.Granted(grant);
    }

    private static AcquireOutcome contended(Duration left) {
        return new AcquireOutcome.Contended(left.compareTo(LONGEST_REST) < 0 ? left : LONGEST_REST);
    }

    /**
     * Reserves a free lock for the first waiter in its queue; null if the queue is empty or starts with the requesting
     * attempt.
     */
    private @Nullable Kept passOn(LockName name, @Nullable AttemptId asking) {
        Turn first = queue.stream()
                .filter(turn -> turn.attempt.name().equals(name))
                .findFirst()
                .orElse(null);
        if (first == null) {
            return null;
        }
        queue.remove(first);
        if (first.attempt.id().equals(asking)) {
            return null;
        }
        Kept next = new Kept(first.attempt.id(), schedule.now() + KEPT_NANOS);
        kept.put(name, next);
        first.signal.complete(null);
        return next;
    }

    /** The attempt stops waiting: a lock that is reserved for it goes to the next waiter. */
    private void leave(Attempt attempt) {
        queue.removeIf(turn -> turn.attempt.id().equals(attempt.id()));
        Kept known = kept.get(attempt.name());
        if (known != null && known.owner.equals(attempt.id())) {
            kept.remove(attempt.name());
            passOn(attempt.name(), null);
        }
    }

    @Override
    public LockBackend connect(SimulatedProcess client) {
        return new Connection();
    }

    private final class Connection implements LockBackend {

        private @Nullable BackendContext context;

        @Override
        public Capabilities capabilities() {
            return Capabilities.of("simulated", Waiting.SIGNAL, AcquireOptions.MIN_LEASE, AcquireOptions.MAX_LEASE)
                    .withDeclared(Set.of(
                            Capability.NOTIFIES_WAITERS,
                            Capability.FIFO_BETWEEN_CLIENTS,
                            Capability.KEEPS_LOCK_DELAY,
                            Capability.RECALLS))
                    .withMaxTokens(64);
        }

        @Override
        public String store() {
            return "turn store";
        }

        @Override
        public void start(BackendContext started) {
            context = started;
        }

        private BackendContext context() {
            return Objects.requireNonNull(context, "start comes first");
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            return acquire(attempt, context());
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            return leases.renew(grant, lease);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            boolean owned = leases.release(attempt);
            if (owned) {
                passOn(attempt.name(), null);
            } else {
                leave(attempt);
            }
            return owned ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOwner();
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            return leases.inspect(name);
        }

        @Override
        public Contest contest(Attempt attempt) {
            return new Turn(attempt, context());
        }

        @Override
        public void close() {}
    }

    private final class Turn implements Contest {

        private final Attempt attempt;
        private final BackendContext client;
        private CompletableFuture<Void> signal = new CompletableFuture<>();

        Turn(Attempt attempt, BackendContext client) {
            this.attempt = attempt;
            this.client = client;
        }

        @Override
        public AcquireOutcome attempt() {
            // A new signal before the check: its completion from now on reports a later change.
            signal = new CompletableFuture<>();
            AcquireOutcome outcome = acquire(attempt, client);
            if (!(outcome instanceof AcquireOutcome.Granted) && !queue.contains(this)) {
                queue.add(this);
            }
            return outcome;
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
            leave(attempt);
        }

        @Override
        public String toString() {
            return attempt.name() + " by " + attempt.id();
        }
    }
}
