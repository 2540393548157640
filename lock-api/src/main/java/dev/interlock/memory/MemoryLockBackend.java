// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

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
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LossWatch;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.ShareSteps;
import dev.interlock.spi.StoreDescription;
import dev.interlock.spi.toolbox.share.RecordedShares;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One client's access to a {@link MemoryStore}. */
final class MemoryLockBackend implements LockBackend {

    private static final int MAX_TOKENS = 1_000;

    private static final Capabilities CAPABILITIES = Capabilities.of(
                    "memory", Waiting.SIGNAL, AcquireOptions.MIN_LEASE, AcquireOptions.MAX_LEASE)
            .withDeclared(Set.of(
                    Capability.NOTIFIES_WAITERS,
                    Capability.FIFO_BETWEEN_CLIENTS,
                    Capability.TOKENS_SURVIVE_DATA_LOSS,
                    Capability.SURVIVES_CLOCK_JUMP,
                    Capability.GRANTS_ALL_AT_ONCE,
                    Capability.KEEPS_LOCK_DELAY,
                    Capability.RECALLS,
                    Capability.REPORTS_LOSS,
                    Capability.SHARES))
            .withMaxTokens(MAX_TOKENS);

    private final MemoryStore store;
    /** Of locks that several may hold: no retention, no sets, no lock delay. */
    private static final Capabilities OF_SHARES = CAPABILITIES.withDeclared(Set.of(
            Capability.NOTIFIES_WAITERS,
            Capability.FIFO_BETWEEN_CLIENTS,
            Capability.TOKENS_SURVIVE_DATA_LOSS,
            Capability.SURVIVES_CLOCK_JUMP));

    private final Optional<BulkSteps> bulk;
    private final Optional<ShareSteps> shares;
    private final MemoryLossWatch lossWatch;
    private final Optional<OperatorSteps> operator;
    private volatile @Nullable BackendContext context;

    MemoryLockBackend(MemoryStore store) {
        this.store = store;
        operator = Optional.of(new MemoryOperatorSteps(store, this));
        bulk = Optional.of(new MemoryBulkSteps(store, this));
        shares = Optional.of(new RecordedShares(store.shares.of(store, this), OF_SHARES));
        lossWatch = new MemoryLossWatch(store, this);
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public String store() {
        return "memory";
    }

    @Override
    public void start(BackendContext started) {
        context = started;
    }

    @Override
    public StoreDescription description() {
        return new StoreDescription("a store in memory", List.of("nothing holds across processes"));
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        return store.acquire(attempt, this, null);
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        long sentNanos = clock().nanoTime();
        return store.renew(grant.attempt(), lease, sentNanos)
                ? new RenewOutcome.Renewed(sentNanos, lease)
                : new RenewOutcome.NotOwner("the store in memory knows another owner or none");
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return store.release(attempt, clock().nanoTime())
                ? new ReleaseOutcome.Released()
                : new ReleaseOutcome.NotOwner();
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        return store.inspect(name, clock().nanoTime());
    }

    @Override
    public Contest contest(Attempt attempt) {
        return new MemoryContest(store, this, attempt);
    }

    @Override
    public Optional<BulkSteps> bulk() {
        return bulk;
    }

    @Override
    public Optional<ShareSteps> shares() {
        return shares;
    }

    @Override
    public Optional<LossWatch> lossWatch() {
        return Optional.of(lossWatch);
    }

    /** The lock of an attempt of this client was deleted. */
    void deleted(AttemptId id) {
        lossWatch.deleted(id);
    }

    @Override
    public Optional<OperatorSteps> operator() {
        return operator;
    }

    @Override
    public void close() {
        // The store stays as it is.
    }

    LockClock clock() {
        return context().clock();
    }

    void reportLost(AttemptId id, String detail) {
        context().reportLost(id, detail);
    }

    void reportWanted(AttemptId id) {
        context().reportWanted(id);
    }

    private BackendContext context() {
        BackendContext started = context;
        if (started == null) {
            throw new IllegalStateException("the backend was not started");
        }
        return started;
    }
}
