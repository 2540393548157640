// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The driver of one client and its way to the store: each request takes its time there and back, and has a fate. What
 * the store does is done in one moment; the client's thread waits meanwhile, as it does in a driver that blocks.
 */
final class SimulatedNetwork implements LockBackend {

    /** How long the driver waits for an answer. */
    static final long TIMEOUT_NANOS = 1_000_000_000;

    private final Schedule schedule;
    private final SimulatedProcess process;
    private final LockBackend server;
    private final Traffic traffic;
    private final Chance chance;
    private final EventLoop wire;
    private final EventLoop driver;
    private @Nullable BackendContext context;

    SimulatedNetwork(Schedule schedule, SimulatedProcess process, LockBackend server, Traffic traffic, Chance chance) {
        this.schedule = schedule;
        this.process = process;
        this.server = server;
        this.traffic = traffic;
        this.chance = chance;
        wire = EventLoop.of(schedule, "wire of " + process.name(), null);
        driver = EventLoop.of(schedule, "driver", process);
    }

    @Override
    public Capabilities capabilities() {
        return server.capabilities();
    }

    @Override
    public String store() {
        return server.store();
    }

    @Override
    public void start(BackendContext started) {
        context = started;
        server.start(new FarContext());
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        return acquire(attempt, () -> server.tryAcquire(attempt));
    }

    private AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
        return exchange(
                traffic.acquire(attempt),
                step,
                AcquireOutcome.Unknown::new,
                () -> new AcquireOutcome.Refused(new LockUnavailableException("the store is busy", null), true),
                (outcome, shift) -> outcome instanceof AcquireOutcome.Granted granted
                        ? new AcquireOutcome.Granted(moved(granted.grant(), shift))
                        : outcome);
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return exchange(
                traffic.renew(grant, lease),
                () -> server.renew(grant, lease),
                RenewOutcome.Unknown::new,
                () -> new RenewOutcome.Unknown(lost()),
                SimulatedNetwork::moved);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return exchange(
                traffic.release(attempt),
                () -> server.release(attempt),
                ReleaseOutcome.Unknown::new,
                () -> new ReleaseOutcome.Unknown(lost()),
                (outcome, shift) -> outcome);
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        return server.inspect(name);
    }

    @Override
    public Contest contest(Attempt attempt) {
        traffic.contestOpened();
        return new FarContest(attempt, server.contest(attempt));
    }

    @Override
    public Optional<BulkSteps> bulk() {
        return server.bulk().map(FarBulkSteps::new);
    }

    @Override
    public void close() {
        traffic.closed();
        server.close();
    }

    /** The times of the store, which has the clock of the world, by the clock of this client. */
    private interface Moved<T> {
        T by(T outcome, long shift);
    }

    private static Grant moved(Grant grant, long shift) {
        return new Grant(grant.attempt(), grant.token(), grant.sentNanos() + shift, grant.lease());
    }

    private static RenewOutcome moved(RenewOutcome outcome, long shift) {
        return outcome instanceof RenewOutcome.Renewed renewed
                ? new RenewOutcome.Renewed(renewed.sentNanos() + shift, renewed.lease())
                : outcome;
    }

    private static IOException lost() {
        return new IOException("no answer");
    }

    private <T> T exchange(
            Traffic.Request<T> request,
            Supplier<T> step,
            Function<Exception, T> unknown,
            Supplier<T> refused,
            Moved<T> moved) {
        Fate fate = request.begin();
        schedule.point();
        long sent = process.monotonic(schedule.now());
        long gaveUp = schedule.now() + TIMEOUT_NANOS;
        long there = chance.between(100_000, 2_000_000);
        long back = there;
        if (fate == Fate.SLOW) {
            there = chance.between(there, TIMEOUT_NANOS / 2);
            back = chance.between(back, TIMEOUT_NANOS / 2);
        }
        if (fate != Fate.ANSWERED) {
            traffic.trouble();
        }
        if (fate == Fate.REQUEST_LOST || fate == Fate.LATE) {
            if (fate == Fate.LATE) {
                long later = chance.between(1, chance.below(2) == 0 ? TIMEOUT_NANOS / 2 : 3 * TIMEOUT_NANOS);
                traffic.sentLate(later > TIMEOUT_NANOS / 2);
                wire.at(gaveUp + later, () -> request.executedLate(step.get()));
            }
            return request.ended(unanswered(gaveUp, unknown));
        }
        schedule.rest(there);
        if (fate == Fate.REFUSED) {
            return request.ended(refused.get());
        }
        long executed = schedule.now();
        T outcome = step.get();
        request.executed(outcome);
        if (fate == Fate.REPLY_LOST) {
            return request.ended(unanswered(gaveUp, unknown));
        }
        if (fate == Fate.TWICE) {
            traffic.sentLate(true);
            wire.at(schedule.now() + chance.between(1, 2 * TIMEOUT_NANOS), () -> request.executedLate(step.get()));
        }
        schedule.rest(back);
        return request.ended(moved.by(outcome, sent - executed));
    }

    private <T> T unanswered(long gaveUp, Function<Exception, T> unknown) {
        schedule.blockUninterruptibly(() -> false, () -> gaveUp);
        traffic.trouble();
        return unknown.apply(lost());
    }

    /** Tells the client something that it did not ask for. */
    void tell(Runnable news) {
        driver.at(schedule.now() + chance.between(100_000, 2_000_000), news);
    }

    BackendContext client() {
        return Objects.requireNonNull(context, "start comes first");
    }

    /** What the store's side of the wire sees of its client: nothing but what it tells. */
    private final class FarContext implements BackendContext, LockClock {

        @Override
        public LockClock clock() {
            return this;
        }

        @Override
        public void reportLost(AttemptId id, String detail) {
            tell(() -> client().reportLost(id, detail));
        }

        @Override
        public void reportUncertain(AttemptId id, String detail) {
            tell(() -> client().reportUncertain(id, detail));
        }

        @Override
        public long nanoTime() {
            return schedule.now();
        }

        @Override
        public long wallMillis() {
            return schedule.now() / 1_000_000;
        }

        @Override
        public Timer schedule(long delayNanos, Runnable task) {
            Runnable cancel = wire.at(schedule.now() + delayNanos, task);
            return cancel::run;
        }
    }

    private final class FarContest implements Contest {

        private final Attempt attempt;
        private final Contest contest;
        private @Nullable CompletionStage<?> far;
        private CompletableFuture<Void> near = new CompletableFuture<>();
        private boolean closed;

        FarContest(Attempt attempt, Contest contest) {
            this.attempt = attempt;
            this.contest = contest;
        }

        @Override
        public AcquireOutcome attempt() {
            // A place that was left is not entered again by what was still on its way.
            return acquire(attempt, () -> closed ? new AcquireOutcome.Contended(Duration.ZERO) : contest.attempt());
        }

        @Override
        public CompletionStage<?> signal() {
            CompletionStage<?> latest = contest.signal();
            if (latest != far) {
                far = latest;
                CompletableFuture<Void> told = new CompletableFuture<>();
                near = told;
                latest.whenComplete((any, never) -> {
                    if (!traffic.losesSignal()) {
                        tell(() -> told.complete(null));
                    }
                });
            }
            return near;
        }

        @Override
        public boolean signalled() {
            return contest.signalled();
        }

        @Override
        public void close() {
            closed = true;
            traffic.contestClosed();
            contest.close();
        }
    }

    private final class FarBulkSteps implements BulkSteps {

        private final BulkSteps steps;

        FarBulkSteps(BulkSteps steps) {
            this.steps = steps;
        }

        @Override
        public boolean canAcquireAll(List<LockName> names) {
            return steps.canAcquireAll(names);
        }

        @Override
        public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
            return exchange(
                    traffic.acquireAll(attempts),
                    () -> steps.tryAcquireAll(attempts),
                    AcquireAllOutcome.Unknown::new,
                    () -> new AcquireAllOutcome.Refused(new LockUnavailableException("the store is busy", null), true),
                    (outcome, shift) -> outcome instanceof AcquireAllOutcome.Granted granted
                            ? new AcquireAllOutcome.Granted(granted.grants().stream()
                                    .map(grant -> moved(grant, shift))
                                    .toList())
                            : outcome);
        }

        @Override
        public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
            return exchange(
                    traffic.renewAll(grants, lease),
                    () -> steps.renewAll(grants, lease),
                    cause -> grants.stream()
                            .<RenewOutcome>map(grant -> new RenewOutcome.Unknown(cause))
                            .toList(),
                    () -> grants.stream()
                            .<RenewOutcome>map(grant -> new RenewOutcome.Unknown(lost()))
                            .toList(),
                    (outcomes, shift) -> outcomes.stream()
                            .map(outcome -> moved(outcome, shift))
                            .toList());
        }

        @Override
        public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
            return exchange(
                    traffic.releaseAll(attempts),
                    () -> steps.releaseAll(attempts),
                    cause -> attempts.stream()
                            .<ReleaseOutcome>map(attempt -> new ReleaseOutcome.Unknown(cause))
                            .toList(),
                    () -> attempts.stream()
                            .<ReleaseOutcome>map(attempt -> new ReleaseOutcome.Unknown(lost()))
                            .toList(),
                    (outcomes, shift) -> outcomes);
        }
    }
}
