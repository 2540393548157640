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
 * Grants a lock by its lease, as SQL and Redis do: the first request that finds it free or expired gets it. With
 * signals, a release wakes all waiters in no order, as Redlock does through channels. Without signals, waiters poll.
 */
final class LeaseStore implements SimulatedStore {

    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration LONGEST_REST = Duration.ofSeconds(1);

    private final LeaseTable leases;
    private final RecordTable records;
    private final boolean signals;
    private final List<Waiter> waiters = new ArrayList<>();

    LeaseStore(Schedule schedule, boolean signals) {
        leases = new LeaseTable(schedule);
        records = new RecordTable(schedule, signals);
        this.signals = signals;
    }

    @Override
    public Holds holds() {
        return Holds.BY_LEASE;
    }

    @Override
    public RecordTable records() {
        return records;
    }

    @Override
    public void loseData() {
        leases.loseData();
        records.loseData();
        signalAll();
    }

    @Override
    public void free(LockName name) {
        leases.free(name);
        signalAll();
    }

    @Override
    public void failOver() {
        records.failOver();
        if (leases.failOver()) {
            signalAll();
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
        return leases.held() + records.held();
    }

    private void signalAll() {
        List.copyOf(waiters).forEach(waiter -> waiter.signal.complete(null));
    }

    private AcquireOutcome acquire(Attempt attempt, BackendContext client) {
        Optional<Duration> left = leases.leftToAnother(attempt);
        if (left.isPresent()) {
            leases.recall(attempt.name());
            return new AcquireOutcome.Contended(
                    !signals ? POLL : left.get().compareTo(LONGEST_REST) < 0 ? left.get() : LONGEST_REST);
        }
        return new AcquireOutcome.Granted(leases.grant(attempt, client));
    }

    @Override
    public LockBackend connect(SimulatedProcess client) {
        return new Connection();
    }

    private final class Connection implements LockBackend {

        private @Nullable BackendContext context;

        @Override
        public Capabilities capabilities() {
            Set<Capability> declared = signals
                    ? Set.of(Capability.NOTIFIES_WAITERS, Capability.KEEPS_LOCK_DELAY, Capability.RECALLS)
                    : Set.of(Capability.KEEPS_LOCK_DELAY, Capability.RECALLS);
            return Capabilities.of(
                            "simulated",
                            signals ? Waiting.SIGNAL : Waiting.POLL,
                            AcquireOptions.MIN_LEASE,
                            AcquireOptions.MAX_LEASE)
                    .withDeclared(declared)
                    .withMaxTokens(64);
        }

        @Override
        public String store() {
            return signals ? "signal store" : "poll store";
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
            if (!leases.release(attempt)) {
                return new ReleaseOutcome.NotOwner();
            }
            waiters.stream()
                    .filter(waiter -> waiter.attempt.name().equals(attempt.name()))
                    .toList()
                    .forEach(waiter -> waiter.signal.complete(null));
            return new ReleaseOutcome.Released();
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            return leases.inspect(name);
        }

        @Override
        public Contest contest(Attempt attempt) {
            return signals ? new Waiter(attempt, context()) : LockBackend.super.contest(attempt);
        }

        @Override
        public void close() {}
    }

    private final class Waiter implements Contest {

        private final Attempt attempt;
        private final BackendContext client;
        private CompletableFuture<Void> signal = new CompletableFuture<>();

        Waiter(Attempt attempt, BackendContext client) {
            this.attempt = attempt;
            this.client = client;
        }

        @Override
        public AcquireOutcome attempt() {
            // A new signal before the check: its completion from now on reports a later change.
            signal = new CompletableFuture<>();
            if (!waiters.contains(this)) {
                waiters.add(this);
            }
            return acquire(attempt, client);
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
