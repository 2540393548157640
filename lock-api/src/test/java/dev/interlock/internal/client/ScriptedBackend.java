// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * A store that does what a test wrote down, step by step, and records what it was asked. With nothing written down it
 * grants, renews and releases; it does not know which attempt owns what.
 */
public class ScriptedBackend implements LockBackend {

    public final List<Attempt> acquired = new CopyOnWriteArrayList<>();
    public final List<Duration> renewed = new CopyOnWriteArrayList<>();
    public final List<Attempt> released = new CopyOnWriteArrayList<>();
    final List<String> closedContests = new CopyOnWriteArrayList<>();
    public volatile Function<Attempt, ReleaseOutcome> release = attempt -> new ReleaseOutcome.Released();
    public volatile Function<Attempt, AcquireOutcome> acquire = this::grant;
    public volatile Function<Grant, RenewOutcome> renew = grant -> renewed(grant.lease());
    public volatile Function<LockName, Optional<Holder>> inspect = name -> Optional.empty();
    volatile boolean signalled;
    public volatile boolean inTurn;
    volatile boolean brokenContests;
    volatile boolean refuseContests;
    volatile CompletableFuture<Object> signal = new CompletableFuture<>();
    volatile boolean closed;
    public volatile Optional<BulkSteps> bulk = Optional.empty();
    public volatile Optional<LossWatch> lossWatch = Optional.empty();
    public volatile Optional<OperatorSteps> operator = Optional.empty();
    public volatile Set<Capability> declared = Set.of();
    public volatile int maxTokens = 1;
    public BackendContext context;

    private final Queue<Function<Attempt, AcquireOutcome>> acquires = new ConcurrentLinkedQueue<>();
    private final Queue<Function<Grant, RenewOutcome>> renewals = new ConcurrentLinkedQueue<>();
    private final Queue<Function<Attempt, ReleaseOutcome>> releases = new ConcurrentLinkedQueue<>();
    private final AtomicLong token = new AtomicLong();

    public ScriptedBackend thenAcquire(Function<Attempt, AcquireOutcome> step) {
        acquires.add(step);
        return this;
    }

    public ScriptedBackend thenRenew(Function<Grant, RenewOutcome> step) {
        renewals.add(step);
        return this;
    }

    public ScriptedBackend thenRelease(Function<Attempt, ReleaseOutcome> step) {
        releases.add(step);
        return this;
    }

    public AcquireOutcome grant(Attempt attempt) {
        return grant(attempt, context.clock().nanoTime(), attempt.lease());
    }

    AcquireOutcome grant(Attempt attempt, long sentNanos, Duration lease) {
        return new AcquireOutcome.Granted(Grant.of(attempt, token.getAndAdd(attempt.tokens()) + 1, sentNanos, lease));
    }

    public RenewOutcome renewed(Duration lease) {
        return new RenewOutcome.Renewed(context.clock().nanoTime(), lease);
    }

    public static AcquireOutcome contended() {
        return new AcquireOutcome.Contended(Duration.ofHours(1));
    }

    public static AcquireOutcome noAnswer() {
        return new AcquireOutcome.Unknown(new IllegalStateException("reply lost"));
    }

    public static ReleaseOutcome releaseNotAnswered() {
        return new ReleaseOutcome.Unknown(new IllegalStateException("reply lost"));
    }

    public static RenewOutcome renewalNotAnswered() {
        return new RenewOutcome.Unknown(new IllegalStateException("reply lost"));
    }

    public AttemptId idOf(int acquisition) {
        return acquired.get(acquisition).id();
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.of("scripted", Waiting.POLL, AcquireOptions.MIN_LEASE, AcquireOptions.MAX_LEASE)
                .withDeclared(declared)
                .withMaxTokens(maxTokens);
    }

    @Override
    public String store() {
        return "scripted store";
    }

    @Override
    public void start(BackendContext started) {
        context = started;
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        acquired.add(attempt);
        Function<Attempt, AcquireOutcome> scripted = acquires.poll();
        return (scripted != null ? scripted : acquire).apply(attempt);
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        renewed.add(lease);
        Function<Grant, RenewOutcome> scripted = renewals.poll();
        return (scripted != null ? scripted : renew).apply(grant);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        released.add(attempt);
        Function<Attempt, ReleaseOutcome> scripted = releases.poll();
        return (scripted != null ? scripted : release).apply(attempt);
    }

    @Override
    public Optional<LossWatch> lossWatch() {
        return lossWatch;
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        return inspect.apply(name);
    }

    @Override
    public Contest contest(Attempt attempt) {
        if (refuseContests) {
            throw new IllegalStateException("no contest");
        }
        return new ScriptedContest(attempt);
    }

    @Override
    public Optional<BulkSteps> bulk() {
        return bulk;
    }

    @Override
    public Optional<OperatorSteps> operator() {
        return operator;
    }

    @Override
    public void close() {
        closed = true;
    }

    private final class ScriptedContest implements Contest {

        private final Attempt attempt;

        private ScriptedContest(Attempt attempt) {
            this.attempt = attempt;
        }

        @Override
        public AcquireOutcome attempt() {
            return tryAcquire(attempt);
        }

        @Override
        public CompletionStage<Object> signal() {
            breakIfAsked();
            return signal;
        }

        @Override
        public boolean signalled() {
            breakIfAsked();
            return signalled;
        }

        @Override
        public boolean inTurn() {
            breakIfAsked();
            return inTurn;
        }

        @Override
        public void close() {
            closedContests.add(attempt.name().value());
            breakIfAsked();
        }

        private void breakIfAsked() {
            if (brokenContests) {
                throw new IllegalStateException("broken contest");
            }
        }
    }
}
