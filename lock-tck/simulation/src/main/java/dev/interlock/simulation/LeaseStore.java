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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a lock by its lease, as SQL and Redis do: whoever asks first when it is free or has expired has it. With signals
 * a release calls all who wait, in no order, as Redis does by a channel; without, they ask again and again.
 */
final class LeaseStore implements SimulatedStore {

    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration LONGEST_REST = Duration.ofSeconds(1);

    /** How far behind a server that takes over is. */
    private static final long BEHIND_NANOS = 20_000_000;

    private final Schedule schedule;
    private final boolean signals;
    private final List<Waiter> waiters = new ArrayList<>();
    private final Deque<Past> history = new ArrayDeque<>();
    private Map<LockName, Lease> leases = new LinkedHashMap<>();
    private long lastToken;
    private long jumped;

    LeaseStore(Schedule schedule, boolean signals) {
        this.schedule = schedule;
        this.signals = signals;
    }

    private record Lease(AttemptId owner, long token, long end) {}

    private record Past(long until, Map<LockName, Lease> leases) {}

    @Override
    public Holds holds() {
        return Holds.BY_LEASE;
    }

    @Override
    public void loseData() {
        leases.clear();
        signalAll();
    }

    @Override
    public void failOver() {
        long then = schedule.now() - BEHIND_NANOS;
        history.stream().filter(past -> past.until > then).findFirst().ifPresent(past -> {
            leases = new LinkedHashMap<>(past.leases);
            signalAll();
        });
    }

    @Override
    public void jump(long nanos) {
        jumped += nanos;
    }

    @Override
    public String held() {
        expire();
        return leases.isEmpty() ? "" : leases.toString();
    }

    private long now() {
        return schedule.now() + jumped;
    }

    private void expire() {
        leases.values().removeIf(lease -> lease.end <= now());
    }

    private void change(LockName name, Lease lease) {
        history.add(new Past(schedule.now(), Map.copyOf(leases)));
        while (history.size() > 8) {
            history.remove();
        }
        leases.put(name, lease);
    }

    private void signalAll() {
        List.copyOf(waiters).forEach(waiter -> waiter.signal.complete(null));
    }

    private AcquireOutcome acquire(Attempt attempt) {
        expire();
        Lease known = leases.get(attempt.name());
        if (known != null && !known.owner.equals(attempt.id())) {
            Duration left = Duration.ofNanos(known.end - now());
            return new AcquireOutcome.Contended(
                    !signals ? POLL : left.compareTo(LONGEST_REST) < 0 ? left : LONGEST_REST);
        }
        long token = known != null ? known.token : ++lastToken;
        lastToken = Math.max(lastToken, token + attempt.tokens() - 1);
        change(attempt.name(), new Lease(attempt.id(), token, longer(known, attempt.lease())));
        return new AcquireOutcome.Granted(new Grant(attempt, token, schedule.now(), attempt.lease()));
    }

    /** Never shorter than it was: a request that was long on its way may come after one that asked for more. */
    private long longer(@Nullable Lease known, Duration lease) {
        long end = now() + lease.toNanos();
        return known == null ? end : Math.max(known.end, end);
    }

    private RenewOutcome renew(Grant grant, Duration lease) {
        expire();
        LockName name = grant.attempt().name();
        Lease known = leases.get(name);
        if (known == null || !known.owner.equals(grant.attempt().id())) {
            return new RenewOutcome.NotOwner("the lease of " + name + " is another's or none");
        }
        change(name, new Lease(known.owner, known.token, longer(known, lease)));
        return new RenewOutcome.Renewed(schedule.now(), lease);
    }

    private ReleaseOutcome release(Attempt attempt) {
        expire();
        Lease known = leases.get(attempt.name());
        if (known == null || !known.owner.equals(attempt.id())) {
            return new ReleaseOutcome.NotOwner();
        }
        history.add(new Past(schedule.now(), Map.copyOf(leases)));
        leases.remove(attempt.name());
        waiters.stream()
                .filter(waiter -> waiter.attempt.name().equals(attempt.name()))
                .toList()
                .forEach(waiter -> waiter.signal.complete(null));
        return new ReleaseOutcome.Released();
    }

    @Override
    public LockBackend connect(SimulatedProcess client) {
        return new Connection();
    }

    private final class Connection implements LockBackend {

        @Override
        public Capabilities capabilities() {
            Set<Capability> declared = signals
                    ? Set.of(Capability.NOTIFIES_WAITERS, Capability.KEEPS_LOCK_DELAY)
                    : Set.of(Capability.KEEPS_LOCK_DELAY);
            return new Capabilities(
                    "simulated",
                    declared,
                    signals ? Waiting.SIGNAL : Waiting.POLL,
                    AcquireOptions.MIN_LEASE,
                    AcquireOptions.MAX_LEASE,
                    64);
        }

        @Override
        public String store() {
            return signals ? "signal store" : "poll store";
        }

        @Override
        public void start(BackendContext context) {}

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            return acquire(attempt);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            return LeaseStore.this.renew(grant, lease);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            return LeaseStore.this.release(attempt);
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            expire();
            return Optional.ofNullable(leases.get(name))
                    .map(lease -> new Holder(
                            lease.token, Optional.of(Duration.ofNanos(lease.end - now())), Optional.empty()));
        }

        @Override
        public Contest contest(Attempt attempt) {
            return signals ? new Waiter(attempt) : LockBackend.super.contest(attempt);
        }

        @Override
        public void close() {}
    }

    private final class Waiter implements Contest {

        private final Attempt attempt;
        private CompletableFuture<Void> signal = new CompletableFuture<>();

        Waiter(Attempt attempt) {
            this.attempt = attempt;
        }

        @Override
        public AcquireOutcome attempt() {
            // A new signal before the look: what completes it from now on happened after that.
            signal = new CompletableFuture<>();
            if (!waiters.contains(this)) {
                waiters.add(this);
            }
            return acquire(attempt);
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
            waiters.remove(this);
        }
    }
}
