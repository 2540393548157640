// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
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
import dev.interlock.spi.ShareSteps;
import dev.interlock.spi.StoreDescription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The locks of one store that locks were moved to, with fencing tokens of a new generation: the end of a move whose
 * middle is {@link MigrationBackend}. It has the capabilities of the store, and sends no further requests. Use it for as
 * long as a guard remembers a token of the generation. Thread-safe.
 */
public final class MovedBackend implements LockBackend {

    private final LockBackend to;
    private final Raised raised;
    private final @Nullable OldStoreCheck check;
    private volatile Optional<BulkSteps> bulk = Optional.empty();
    private volatile Optional<ShareSteps> shares = Optional.empty();
    private volatile Optional<LossWatch> watch = Optional.empty();
    private volatile Optional<OperatorSteps> operator = Optional.empty();

    private MovedBackend(LockBackend to, int generation, @Nullable OldStoreCheck check) {
        NewGeneration.requireNumber(generation);
        this.to = to;
        this.raised = new Raised(generation);
        this.check = check;
    }

    /**
     * A backend on the new store only.
     *
     * @param to the new store, which was not started; closed with this
     * @param generation the number of {@link NewGeneration}
     * @return a backend for {@link dev.interlock.LockClient#using}, which starts it
     * @throws IllegalArgumentException if the generation is out of bounds
     */
    public static MovedBackend to(LockBackend to, int generation) {
        return new MovedBackend(to, generation, null);
    }

    /**
     * A backend on the new store only, whose start looks at the old store. It fails while a client on the old store only
     * holds a lock there, and while the tokens of the old store are below {@code generation.switchAt()}. Use it while
     * instances on both stores are running. The look takes one lock there, {@code interlock-moved}.
     *
     * @param from the old store, which was not started; closed when the start is over
     * @param to the new store, which was not started; closed with this
     * @param generation the generation of the clients on both stores
     * @return a backend for {@link dev.interlock.LockClient#using}, which starts it. The start throws a {@link
     *     dev.interlock.LockUnavailableException} if the move cannot end yet, or if the old store cannot list its locks
     *     or does not answer.
     */
    public static MovedBackend after(LockBackend from, LockBackend to, NewGeneration generation) {
        return new MovedBackend(to, generation.number(), new OldStoreCheck(from, generation));
    }

    @Override
    public String store() {
        return to.store();
    }

    @Override
    public void start(BackendContext context) {
        if (check != null) {
            check.run(context);
        }
        to.start(context);
        bulk = to.bulk().map(steps -> new RaisedBulk(raised, to.store(), steps));
        shares = to.shares().map(steps -> new RaisedShares(raised, to.store(), steps));
        watch = to.lossWatch().map(own -> new RaisedLossWatch(raised, own));
        operator = to.operator().map(steps -> new RaisedOperator(raised, steps));
    }

    @Override
    public Capabilities capabilities() {
        return to.capabilities();
    }

    @Override
    public StoreDescription description() {
        StoreDescription own = to.description();
        List<String> limits = new ArrayList<>(own.limits());
        limits.add("fencing tokens are those of the store in generation " + raised.generation()
                + ": clients without it get older ones");
        return new StoreDescription(own.product(), limits);
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        return raised.outcome(to.tryAcquire(attempt), to.store(), to::release);
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return to.renew(raised.own(grant), lease);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return to.release(attempt);
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        return to.inspect(name).map(raised::shown);
    }

    @Override
    public Contest contest(Attempt attempt) {
        return new RaisedContest(raised, to.store(), to::release, to.contest(attempt));
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
        return watch;
    }

    @Override
    public Optional<OperatorSteps> operator() {
        return operator;
    }

    @Override
    public void close() {
        if (check != null) {
            check.close();
        }
        to.close();
    }
}
