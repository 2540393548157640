// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.Capabilities;
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
import dev.interlock.spi.StoreDescription;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Locks that are held in two stores at once, so that instances on either store alone are excluded: the middle of a move
 * from one store to the other in a rolling deployment. A lock is held while both stores grant it. The loss in one of them
 * is the loss of the lock, and an unknown outcome in one is unknown. {@link MovedBackend} is its end. Thread-safe.
 *
 * <pre>{@code
 * LockClient locks = LockClient.using(
 *         MigrationBackend.both(RedisLockBackend.connecting(old), ZookeeperLockBackend.connecting(recent)),
 *         ClientOptions.STANDARD);
 * }</pre>
 */
public final class MigrationBackend implements LockBackend {

    private final Half from;
    private final Half to;
    private final TokenRule rule;
    private volatile @Nullable Started started;

    /** What there is after the start. */
    private record Started(
            BothSteps steps, Takes takes, OldOnlyWatch oldOnly, Capabilities capabilities, Optional<LossWatch> watch) {}

    private MigrationBackend(LockBackend from, LockBackend to, TokenRule rule) {
        this.from = new Half(from);
        this.to = new Half(to);
        this.rule = rule;
    }

    /**
     * A backend on both stores. The old store decides the fencing tokens, as for the instances that use it alone.
     *
     * @param from the old store, which was not started; closed with this
     * @param to the new store, which was not started; closed with this
     * @return a backend for {@link dev.interlock.LockClient#using}, which starts it
     */
    public static MigrationBackend both(LockBackend from, LockBackend to) {
        return new MigrationBackend(from, to, new TokenRule(null));
    }

    /**
     * A backend on both stores whose fencing tokens are those of the old store until they reach {@code
     * generation.switchAt()}, and of the new generation from then on.
     *
     * @param from the old store, which was not started; closed with this
     * @param to the new store, which was not started; closed with this
     * @param generation the generation, the same in all clients of the two stores
     * @return a backend for {@link dev.interlock.LockClient#using}, which starts it
     */
    public static MigrationBackend both(LockBackend from, LockBackend to, NewGeneration generation) {
        return new MigrationBackend(from, to, new TokenRule(generation));
    }

    @Override
    public String store() {
        return from.store() + " and " + to.store();
    }

    @Override
    public void start(BackendContext context) {
        Takes takes = new Takes(context.clock());
        from.backend().start(new HalfContext(context, takes, from.store()));
        to.backend().start(new HalfContext(context, takes, to.store()));
        OldOnlyWatch oldOnly = new OldOnlyWatch(from, rule, context.clock());
        Optional<LossWatch> old = from.backend().lossWatch();
        Optional<LossWatch> recent = to.backend().lossWatch();
        started = new Started(
                new BothSteps(from, to, rule, takes, oldOnly),
                takes,
                oldOnly,
                CommonCapabilities.of(from, to),
                old.isEmpty() && recent.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new BothLossWatch(takes, old, recent)));
    }

    @Override
    public Capabilities capabilities() {
        return started().capabilities;
    }

    @Override
    public StoreDescription description() {
        StoreDescription old = from.backend().description();
        StoreDescription recent = to.backend().description();
        return new StoreDescription(
                "a move from " + old.product() + " to " + recent.product() + ", on both",
                Stream.concat(
                                Stream.of("a step takes as long as in both stores together"),
                                Stream.concat(limits(from, old), limits(to, recent)))
                        .toList());
    }

    private static Stream<String> limits(Half half, StoreDescription description) {
        return description.limits().stream().map(limit -> half.store() + ": " + limit);
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        return started().steps.tryAcquire(attempt);
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return started().steps.renew(grant, lease);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return started().steps.release(attempt);
    }

    /** The holder in the old store; a holder of the new generation, or on the new store only, as the new one has it. */
    @Override
    public Optional<Holder> inspect(LockName name) {
        return started().steps.inspect(name);
    }

    @Override
    public Contest contest(Attempt attempt) {
        Started running = started();
        return new BothContest(running.steps, from, to, running.takes, attempt);
    }

    @Override
    public Optional<LossWatch> lossWatch() {
        return started().watch;
    }

    @Override
    public Optional<OperatorSteps> operator() {
        return Optional.of(OperatorSteps.refusing("locks are held in both " + from.store() + " and " + to.store()
                + " during a move: list and free them in each of these by a client of that store alone"));
    }

    /**
     * The last holder on the old store only that this client has seen. It looks when the old store refuses a lock, once a
     * second at most. Such a holder is certain. That there was none proves nothing, since an instance may hold no lock
     * for long.
     *
     * @return the holder, or empty if none was seen
     */
    public Optional<OldOnlyHolder> lastOldOnly() {
        return started().oldOnly.last();
    }

    /** The attempts that are kept: how many may have something in a store. */
    int kept() {
        return started().takes.size();
    }

    private Started started() {
        Started running = started;
        if (running == null) {
            throw new IllegalStateException(store() + " was not started");
        }
        return running;
    }

    @Override
    public void close() {
        to.backend().close();
        from.backend().close();
    }
}
