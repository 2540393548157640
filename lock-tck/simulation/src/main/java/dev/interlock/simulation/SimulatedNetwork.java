// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
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
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The driver of one client: sends each step of its backend to the store by a {@link Wire}. */
final class SimulatedNetwork implements LockBackend {

    private final LockBackend server;
    private final Wire wire;
    private @Nullable BackendContext context;

    SimulatedNetwork(LockBackend server, Wire wire) {
        this.server = server;
        this.wire = wire;
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
        return wire.exchange(
                wire.traffic().acquire(attempt),
                step,
                AcquireOutcome.Unknown::new,
                () -> new AcquireOutcome.Refused(new LockUnavailableException("the store is busy", null), true),
                (outcome, shift) -> outcome instanceof AcquireOutcome.Granted granted
                        ? new AcquireOutcome.Granted(moved(granted.grant(), shift))
                        : outcome);
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return wire.exchange(
                wire.traffic().renew(grant, lease),
                () -> server.renew(grant, lease),
                RenewOutcome.Unknown::new,
                () -> new RenewOutcome.Unknown(Wire.lost()),
                SimulatedNetwork::moved);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return wire.exchange(
                wire.traffic().release(attempt),
                () -> server.release(attempt),
                ReleaseOutcome.Unknown::new,
                () -> new ReleaseOutcome.Unknown(Wire.lost()),
                (outcome, shift) -> outcome);
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        return server.inspect(name);
    }

    @Override
    public Contest contest(Attempt attempt) {
        return new FarContest(wire, step -> acquire(attempt, step), server.contest(attempt));
    }

    @Override
    public Optional<BulkSteps> bulk() {
        return server.bulk().map(steps -> new FarBulkSteps(wire, steps));
    }

    @Override
    public void close() {
        wire.traffic().closed();
        server.close();
    }

    static Grant moved(Grant grant, long shift) {
        return new Grant(grant.attempt(), grant.token(), grant.sentNanos() + shift, grant.lease());
    }

    static RenewOutcome moved(RenewOutcome outcome, long shift) {
        return outcome instanceof RenewOutcome.Renewed renewed
                ? new RenewOutcome.Renewed(renewed.sentNanos() + shift, renewed.lease())
                : outcome;
    }

    private BackendContext client() {
        return Objects.requireNonNull(context, "start comes first");
    }

    /** What the store's side of the wire sees of its client: nothing but what it tells. */
    private final class FarContext implements BackendContext {

        @Override
        public LockClock clock() {
            return wire.clock();
        }

        @Override
        public void reportLost(AttemptId id, String detail) {
            wire.tell(() -> client().reportLost(id, detail));
        }

        @Override
        public void reportUncertain(AttemptId id, String detail) {
            wire.tell(() -> client().reportUncertain(id, detail));
        }
    }
}
