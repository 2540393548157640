// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.Waiting;
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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A store that answers at once and keeps everything until it is given back. */
public final class StressBackend implements LockBackend, BulkSteps {

    private static final int TOKENS = 8;

    public final CompletableFuture<Object> signal = new CompletableFuture<>();
    public final AtomicInteger releases = new AtomicInteger();
    private final ConcurrentMap<LockName, AttemptId> owners = new ConcurrentHashMap<>();
    private final ConcurrentMap<LockName, AtomicInteger> renewals = new ConcurrentHashMap<>();
    private final AtomicLong tokens = new AtomicLong();
    private final AtomicInteger renewing = new AtomicInteger();
    private volatile boolean overlapped;
    private final boolean bulk;
    private final boolean recalls;
    private volatile BackendContext context;
    private volatile @Nullable AttemptId latest;

    /** A store that renews many locks by one request, or one by one, and whose clients retain none. */
    public StressBackend(boolean bulk) {
        this(bulk, false);
    }

    /** The same, whose clients may retain locks. */
    StressBackend(boolean bulk, boolean recalls) {
        this.bulk = bulk;
        this.recalls = recalls;
    }

    public BackendContext context() {
        return context;
    }

    /** Of the latest attempt that asked; null if none has yet. */
    @Nullable
    public AttemptId latest() {
        return latest;
    }

    public boolean isHeld(LockName name) {
        return owners.containsKey(name);
    }

    /** Whether two renewals were under way at once. */
    public boolean hasOverlapped() {
        return overlapped;
    }

    public int renewals(LockName name) {
        AtomicInteger known = renewals.get(name);
        return known == null ? 0 : known.get();
    }

    @Override
    public Capabilities capabilities() {
        Capabilities plain =
                Capabilities.of("stress", Waiting.POLL, AcquireOptions.MIN_LEASE, AcquireOptions.MAX_LEASE);
        return recalls ? plain.withDeclared(Set.of(Capability.RECALLS)).withMaxTokens(TOKENS) : plain;
    }

    @Override
    public String store() {
        return "stress store";
    }

    @Override
    public void start(BackendContext started) {
        context = started;
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        latest = attempt.id();
        Perturbed.point();
        AttemptId owner = owners.putIfAbsent(attempt.name(), attempt.id());
        Perturbed.point();
        return owner == null || owner.equals(attempt.id())
                ? new AcquireOutcome.Granted(Grant.of(
                        attempt,
                        tokens.getAndAdd(attempt.tokens()) + 1,
                        context.clock().nanoTime(),
                        attempt.lease()))
                : new AcquireOutcome.Contended(Duration.ofHours(1));
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        overlapped |= renewing.incrementAndGet() > 1;
        Perturbed.point();
        RenewOutcome outcome = renewed(grant, lease);
        renewing.decrementAndGet();
        return outcome;
    }

    private RenewOutcome renewed(Grant grant, Duration lease) {
        LockName name = grant.attempt().name();
        renewals.computeIfAbsent(name, unknown -> new AtomicInteger()).incrementAndGet();
        return grant.attempt().id().equals(owners.get(name))
                ? new RenewOutcome.Renewed(context.clock().nanoTime(), lease)
                : new RenewOutcome.NotOwner("another has it");
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        Perturbed.point();
        releases.incrementAndGet();
        return owners.remove(attempt.name(), attempt.id())
                ? new ReleaseOutcome.Released()
                : new ReleaseOutcome.NotOwner();
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        return Optional.empty();
    }

    @Override
    public Contest contest(Attempt attempt) {
        return new SignalledContest(this, attempt);
    }

    @Override
    public Optional<BulkSteps> bulk() {
        return bulk ? Optional.of(this) : Optional.empty();
    }

    @Override
    public boolean canAcquireAll(List<LockName> names) {
        return false;
    }

    @Override
    public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
        throw new IllegalStateException("nothing here acquires several locks at once");
    }

    @Override
    public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
        return grants.stream().map(grant -> renew(grant, lease)).toList();
    }

    @Override
    public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
        return attempts.stream().map(this::release).toList();
    }

    @Override
    public void close() {}
}
