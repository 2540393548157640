// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockLostException;
import dev.interlock.LossInterrupt;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.machine.Machine;
import dev.interlock.internal.machine.StackRoom;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The handle that a user gets of a hold. Nothing in the engine refers to it, so that one which is dropped without
 * a release is noticed when it is garbage-collected.
 */
public final class Handle implements LockHandle, LockedWork {

    private final Holds holds;
    private final Hold hold;
    private final long fencingToken;
    private final Abandonment abandonment;

    /**
     * A handle from its making on.
     *
     * @param used whether a caller is known to receive it
     */
    Handle(Holds holds, Hold hold, boolean used) {
        this.holds = holds;
        this.hold = hold;
        fencingToken = hold.token();
        abandonment = new Abandonment(holds, hold, used);
        hold.watched(holds.machine.watch(this, abandonment));
    }

    @Override
    public String lockName() {
        return hold.lockName();
    }

    @Override
    public long fencingToken() {
        abandonment.use();
        return fencingToken;
    }

    @Override
    public HandleState state() {
        abandonment.use();
        return hold.state();
    }

    @Override
    public Duration remaining() {
        abandonment.use();
        return Duration.ofNanos(hold.remainingNanos());
    }

    @Override
    public void ensureHeld(Duration atLeast) {
        if (Objects.requireNonNull(atLeast, "atLeast").isNegative()) {
            throw new IllegalArgumentException("atLeast must be >= 0 but was " + atLeast);
        }
        HandleState state = state();
        Duration left = remaining();
        if (state != HandleState.HELD || left.isZero() || left.compareTo(atLeast) < 0) {
            String observed = state == HandleState.RELEASED
                    ? " was released before: check the hold while it lasts"
                    : " is " + state + " with " + left.toMillis() + " ms left, needed HELD with " + millis(atLeast)
                            + ": stop side effects, or " + (hold.isCapped() ? "raise maxHold" : "use a longer lease");
            throw new LockLostException("'" + lockName() + "' on " + holds.backend.store() + observed, state);
        }
    }

    private static String millis(Duration asked) {
        return asked.compareTo(AcquireOptions.MAX_LEASE) > 0
                ? "more than " + AcquireOptions.MAX_LEASE.toDays() + " days"
                : asked.toMillis() + " ms";
    }

    @Override
    public RenewResult renew(Duration lease) {
        return hold.renewals().renewNow(checked(lease));
    }

    @Override
    public CompletableFuture<RenewResult> renewAsync(Duration lease) {
        return holds.threads.promises.of(renewing(lease));
    }

    /** The same for a set of locks; what is returned is not for users. */
    public CompletableFuture<RenewResult> renewing(Duration lease) {
        Duration checked = checked(lease);
        StackRoom.require();
        return holds.askedRenewals.renew(hold, checked);
    }

    private Duration checked(Duration lease) {
        abandonment.use();
        Duration checked = AcquireOptions.inherited().withLease(lease).lease();
        if (checked == null) {
            throw new IllegalStateException("a lease that was given cannot be absent");
        }
        EffectiveOptions.checkLease(checked, hold.renewals().lockDelay(), holds.backend.capabilities());
        return checked;
    }

    @Override
    public void onLost(Consumer<? super LockLost> consumer, Executor executor) {
        losses().subscribe(Objects.requireNonNull(consumer, "consumer"), Objects.requireNonNull(executor, "executor"));
    }

    @Override
    public LossInterrupt interruptOnLoss() {
        return CallerInterrupt.onLossOf(List.of(this));
    }

    /** From now on the hold ends with its lease, unless it is released before. Not for users. */
    public void renewNoMore() {
        abandonment.use();
        hold.renewals().stop();
    }

    Machine machine() {
        return holds.machine;
    }

    LossNotifier losses() {
        abandonment.use();
        return hold.lossNotifier();
    }

    @Override
    public ReleaseResult release() {
        hold.measure();
        return hold.release();
    }

    @Override
    public CompletableFuture<ReleaseResult> releaseAsync() {
        return holds.threads.promises.of(releasing());
    }

    @Override
    public CompletableFuture<ReleaseResult> releasing() {
        hold.measure();
        return hold.releaseAsync();
    }

    @Override
    public void close() {
        releaseOrThrow();
    }

    @Override
    public String what() {
        return "'" + lockName() + "' on " + holds.backend.store();
    }

    @Override
    public String tokens() {
        return "token " + fencingToken;
    }

    /** What is safe to show. */
    @Override
    public String toString() {
        return "LockHandle['" + lockName() + "' on " + holds.backend.store() + ", token " + fencingToken + ", "
                + hold.state() + ", " + remaining().toMillis() + " ms left]";
    }
}
