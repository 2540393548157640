// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.forward;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LossWatch;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.ShareSteps;
import dev.interlock.spi.StoreDescription;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A backend that passes every call on. A subclass that changes {@link #tryAcquire} changes contests, too, and each of
 * several locks that are acquired together. Steps for many locks would bypass the subclass, so this class has no
 * {@link #bulk} steps and does not declare GRANTS_ALL_AT_ONCE, unless the subclass adds them.
 */
public abstract class ForwardingBackend implements LockBackend {

    private final LockBackend to;
    private volatile @Nullable BackendContext context;

    /**
     * Creates the decorator.
     *
     * @param to the backend to pass calls on to
     */
    public ForwardingBackend(LockBackend to) {
        this.to = to;
    }

    /**
     * Returns the decorated backend.
     *
     * @return the backend to pass calls on to
     */
    protected final LockBackend to() {
        return to;
    }

    /**
     * Returns the context of the start.
     *
     * @return the context that the decorated backend was given
     */
    protected final BackendContext context() {
        return Objects.requireNonNull(context, "start comes first");
    }

    @Override
    public Capabilities capabilities() {
        Capabilities own = to.capabilities();
        if (!own.has(Capability.GRANTS_ALL_AT_ONCE) || bulk().isPresent()) {
            return own;
        }
        Set<Capability> declared = EnumSet.copyOf(own.declared());
        declared.remove(Capability.GRANTS_ALL_AT_ONCE);
        return own.withDeclared(declared);
    }

    @Override
    public String store() {
        return to.store();
    }

    @Override
    public void start(BackendContext started) {
        context = started;
        to.start(started);
    }

    @Override
    public StoreDescription description() {
        return to.description();
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        return acquire(attempt, () -> to.tryAcquire(attempt));
    }

    /**
     * Makes an attempt. Every attempt passes this method, from {@link #tryAcquire} or from a contest.
     *
     * @param attempt the attempt
     * @param step the decorated backend's step
     * @return the outcome
     */
    protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
        return step.get();
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return to.renew(grant, lease);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return to.release(attempt);
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        return to.inspect(name);
    }

    /** Passed on: these locks are others, so no other method of this class sees their steps. */
    @Override
    public Optional<ShareSteps> shares() {
        return to.shares();
    }

    /** Passed on: what it finds comes by the reports of the context. */
    @Override
    public Optional<LossWatch> lossWatch() {
        return to.lossWatch();
    }

    /** Passed on: an operator passes clients by, so no other method of this class sees its steps. */
    @Override
    public Optional<OperatorSteps> operator() {
        return to.operator();
    }

    @Override
    public Contest contest(Attempt attempt) {
        Contest contest = to.contest(attempt);
        return new ForwardingContest(contest) {
            @Override
            public AcquireOutcome attempt() {
                return acquire(attempt, contest::attempt);
            }
        };
    }

    @Override
    public void close() {
        to.close();
    }
}
