// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.backend;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.internal.machine.EngineLog;
import dev.interlock.internal.machine.Machine;
import dev.interlock.internal.machine.NoThreadException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LossWatch;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.StoreDescription;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A backend whose steps always end in an outcome: whatever they throw, errors included, and no outcome at all count as
 * unknown. An exception that went up from a step would leave a waiter, and with it the name, stuck for ever. Once its
 * steps are ended, none reaches the store any more. An interrupt does not get into a step.
 */
public final class SafeBackend implements LockBackend {

    private static final EngineLog LOG = EngineLog.of(SafeBackend.class);

    final Machine machine;

    private final LockBackend backend;
    private final StepsUnderWay steps = new StepsUnderWay();
    private volatile Optional<BulkSteps> bulk = Optional.empty();
    private volatile Optional<LossWatch> lossWatch = Optional.empty();
    private volatile Optional<OperatorSteps> operator = Optional.empty();

    public SafeBackend(LockBackend backend, Machine machine) {
        this.machine = machine;
        this.backend = backend;
    }

    /** The steps under way, and how to end them. */
    public StepsUnderWay steps() {
        return steps;
    }

    @Override
    public Capabilities capabilities() {
        return backend.capabilities();
    }

    @Override
    public String store() {
        return backend.store();
    }

    @Override
    public void start(BackendContext context) {
        backend.start(context);
        bulk = backend.bulk().map(bulkSteps -> new SafeBulkSteps(this, bulkSteps));
        lossWatch = backend.lossWatch().map(watch -> new SafeLossWatch(backend.store(), watch));
        operator = backend.operator().map(operatorSteps -> new SafeOperatorSteps(this, operatorSteps));
    }

    /** Only for people: a backend that fails to describe itself is none the worse at locking. */
    @Override
    public StoreDescription description() {
        try {
            @Nullable StoreDescription described = backend.description();
            if (described != null) {
                return described;
            }
        } catch (RuntimeException e) {
            LOG.debug("{} does not describe itself", backend.store(), e);
        }
        return new StoreDescription(backend.store(), List.of());
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        return acquire(() -> backend.tryAcquire(attempt));
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return counted(
                () -> outcome(
                        () -> machine.uninterruptibly(() -> backend.renew(grant, lease)), RenewOutcome.Unknown::new),
                () -> new RenewOutcome.Unknown(closed()));
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return counted(
                () -> outcome(
                        () -> machine.uninterruptibly(() -> backend.release(attempt)), ReleaseOutcome.Unknown::new),
                () -> new ReleaseOutcome.Unknown(closed()));
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        try {
            return counted(() -> machine.uninterruptibly(() -> backend.inspect(name)), () -> {
                throw closedClient();
            });
        } catch (NoThreadException e) {
            throw new LockUnavailableException("'" + name + "' on " + store() + " not inspected: " + e.getMessage(), e);
        }
    }

    @Override
    public Contest contest(Attempt attempt) {
        return new SafeContest(this, backend, attempt);
    }

    @Override
    public Optional<BulkSteps> bulk() {
        return bulk;
    }

    @Override
    public Optional<LossWatch> lossWatch() {
        return lossWatch;
    }

    @Override
    public Optional<OperatorSteps> operator() {
        return operator;
    }

    @Override
    public void close() {
        uninterruptibly(backend::close);
    }

    /** Runs the end of something, which is never left out: without a thread for it, on the current one. */
    void uninterruptibly(Runnable end) {
        try {
            machine.uninterruptibly(() -> {
                end.run();
                return true;
            });
        } catch (NoThreadException e) {
            end.run();
        }
    }

    /** A step that may grant the lock. */
    AcquireOutcome acquire(Supplier<@Nullable AcquireOutcome> step) {
        return counted(
                () -> outcome(() -> machine.uninterruptibly(step), this::notGranted),
                () -> new AcquireOutcome.Refused(closed(), false));
    }

    private AcquireOutcome notGranted(Exception thrown) {
        return thrown instanceof NoThreadException
                ? new AcquireOutcome.Refused(notBegun(thrown), true)
                : new AcquireOutcome.Unknown(thrown);
    }

    /** The store was not asked, so it surely granted nothing. */
    LockUnavailableException notBegun(Exception why) {
        return new LockUnavailableException("nothing acquired on " + store() + ": " + why.getMessage(), why);
    }

    LockClientClosedException closedClient() {
        return new LockClientClosedException("the lock client for " + store() + " is closed");
    }

    LockUnavailableException closed() {
        return new LockUnavailableException("the lock client for " + store() + " is closed", null);
    }

    <T> T counted(Supplier<T> step, Supplier<T> refused) {
        if (!steps.begin()) {
            return refused.get();
        }
        try {
            return step.get();
        } finally {
            steps.ended();
        }
    }

    static <T> T outcome(Supplier<@Nullable T> step, Function<Exception, T> unknown) {
        try {
            T outcome = step.get();
            return outcome != null ? outcome : unknown.apply(new IllegalStateException("the backend gave no outcome"));
        } catch (Exception e) {
            // Checked ones too: code in other languages throws them undeclared.
            return unknown.apply(e);
        } catch (Error e) {
            return unknown.apply(new IllegalStateException(String.valueOf(e), e));
        }
    }
}
