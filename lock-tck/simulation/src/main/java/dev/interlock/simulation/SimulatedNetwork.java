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
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.history.LockPart;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The driver of one client: sends each step of its backend to the store by a {@link Wire}. */
final class SimulatedNetwork implements LockBackend {

    private final LockBackend server;
    private final @Nullable RecordTable records;
    private final Wire wire;
    private final Proofs proofs = new Proofs();
    private final Reports reports;
    private @Nullable BackendContext context;

    /**
     * The driver of a client.
     *
     * @param server the client's access to the store
     * @param records what the store keeps of locks that several may hold, if their steps are its clients'
     */
    SimulatedNetwork(LockBackend server, @Nullable RecordTable records, Wire wire, Recorder recorder) {
        this.server = server;
        this.records = records;
        this.wire = wire;
        reports = new Reports(recorder);
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
        return acquire(exclusive(attempt), attempt, () -> server.tryAcquire(attempt));
    }

    private static LockPart exclusive(Attempt attempt) {
        return LockPart.exclusive(attempt.name().value());
    }

    /** Sends a step that may grant a part. */
    AcquireOutcome acquire(LockPart part, Attempt attempt, Supplier<AcquireOutcome> step) {
        reports.expect(attempt);
        AcquireOutcome received = wire.exchange(
                wire.traffic().requests().acquire(part, attempt),
                () -> {
                    AcquireOutcome outcome = step.get();
                    if (outcome instanceof AcquireOutcome.Granted) {
                        reports.granted(attempt);
                    }
                    return outcome;
                },
                AcquireOutcome.Unknown::new,
                () -> new AcquireOutcome.Refused(busy(attempt.name()), true),
                (outcome, shift) -> outcome instanceof AcquireOutcome.Granted granted
                        ? new AcquireOutcome.Granted(moved(granted.grant(), shift))
                        : outcome);
        if (received instanceof AcquireOutcome.Granted granted) {
            proofs.granted(granted.grant());
        }
        return received;
    }

    LockUnavailableException busy(LockName name) {
        return new LockUnavailableException("'" + name + "': " + store() + " is busy", null);
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return renew(exclusive(grant.attempt()), grant, lease, () -> server.renew(grant, lease));
    }

    /** Sends a step that may renew a grant of a part. */
    RenewOutcome renew(LockPart part, Grant grant, Duration lease, Supplier<RenewOutcome> step) {
        reports.renews(grant.attempt());
        RenewOutcome received = wire.exchange(
                wire.traffic().requests().renew(part, grant, lease),
                step,
                RenewOutcome.Unknown::new,
                () -> new RenewOutcome.Unknown(Wire.lost()),
                SimulatedNetwork::moved);
        proofs.renewed(grant, received);
        return received;
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return release(exclusive(attempt), attempt, () -> server.release(attempt));
    }

    /** Sends a step that may release a grant of a part. */
    ReleaseOutcome release(LockPart part, Attempt attempt, Supplier<ReleaseOutcome> step) {
        reports.releases(attempt);
        return wire.exchange(
                wire.traffic().requests().release(part, attempt),
                () -> reports.released(attempt, step.get()),
                ReleaseOutcome.Unknown::new,
                () -> new ReleaseOutcome.Unknown(Wire.lost()),
                (outcome, shift) -> outcome);
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        return inspect(name, () -> server.inspect(name));
    }

    /** Sends a step that shows holders. */
    <T> T inspect(LockName name, Supplier<T> step) {
        return wire.exchange(
                wire.traffic().requests().inspect(name),
                step,
                cause -> {
                    throw new LockUnavailableException(
                            store() + " does not say which client has '" + name + "'", cause);
                },
                () -> {
                    throw busy(name);
                },
                (holders, shift) -> holders);
    }

    @Override
    public Contest contest(Attempt attempt) {
        return contest(
                step -> acquire(exclusive(attempt), attempt, step),
                server.contest(attempt),
                () -> server.tryAcquire(attempt));
    }

    /** A waiter at the store, as {@link FarContest} has it. */
    Contest contest(
            Function<Supplier<AcquireOutcome>, AcquireOutcome> request,
            Contest contest,
            Supplier<AcquireOutcome> withoutPlace) {
        return new FarContest(wire, request, contest, withoutPlace);
    }

    @Override
    public Optional<ShareSteps> shares() {
        return records != null
                ? Optional.of(new FarRecordedShares(this, wire, records))
                : server.shares().map(steps -> new FarShares(this, steps));
    }

    @Override
    public Optional<BulkSteps> bulk() {
        return server.bulk().map(steps -> new FarBulkSteps(wire, steps, store(), proofs, reports));
    }

    /** The grants of the store to this client. */
    Proofs proofs() {
        return proofs;
    }

    /** The driver's reports to this client on its grants. */
    Reports reports() {
        return reports;
    }

    /** The connection breaks and is restored: each grant is uncertain until it is renewed. */
    void doubt() {
        reports.held().forEach(attempt -> wire.tell(() -> reports.uncertain(client(), attempt)));
    }

    @Override
    public void close() {
        wire.traffic().closed();
        server.close();
    }

    static Grant moved(Grant grant, long shift) {
        return Grant.of(grant.attempt(), grant.token(), grant.sentNanos() + shift, grant.lease());
    }

    static RenewOutcome moved(RenewOutcome outcome, long shift) {
        return outcome instanceof RenewOutcome.Renewed renewed
                ? new RenewOutcome.Renewed(renewed.sentNanos() + shift, renewed.lease())
                : outcome;
    }

    private BackendContext client() {
        return Objects.requireNonNull(context, "start comes first");
    }

    /** The context of the client on the store's side of the wire: it only passes reports on. */
    private final class FarContext implements BackendContext {

        @Override
        public LockClock clock() {
            return wire.clock();
        }

        @Override
        public void reportLost(AttemptId id, String detail) {
            if (!wire.traffic().losesSignal()) {
                wire.tell(() -> reports.lost(client(), id, detail));
            }
        }

        /** It may be lost, and arrive late or twice. */
        @Override
        public void reportWanted(AttemptId id) {
            if (!wire.traffic().losesSignal()) {
                wire.tellOnceOrTwice(() -> client().reportWanted(id));
            }
        }

        @Override
        public void reportUncertain(AttemptId id, String detail) {
            wire.tell(() -> client().reportUncertain(id, detail));
        }
    }
}
