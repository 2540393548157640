// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.share;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockLostException;
import dev.interlock.LossInterrupt;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.internal.hold.LockedWork;
import dev.interlock.internal.machine.ClientThreads;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** The handle that a user gets of a part: as the engine's handle of the grant, but with an end of its own. Thread-safe. */
final class PartHandle implements LockHandle, LockedWork {

    private final Part part;
    private final LockHandle grant;
    private final ClientThreads threads;
    private final String store;
    private final Cleaner.Cleanable watch;

    /** They must not outlive this handle, although the grant may. */
    private final Queue<LossInterrupt> interrupts = new ConcurrentLinkedQueue<>();

    PartHandle(Part part, ClientThreads threads, String store) {
        this.part = part;
        this.grant = part.grant();
        this.threads = threads;
        this.store = store;
        watch = threads.machine.watch(this, part::drop);
    }

    @Override
    public String lockName() {
        return grant.lockName();
    }

    @Override
    public long fencingToken() {
        return grant.fencingToken();
    }

    @Override
    public HandleState state() {
        return part.state();
    }

    @Override
    public Duration remaining() {
        return part.isOver() ? Duration.ZERO : grant.remaining();
    }

    @Override
    public void ensureHeld(Duration atLeast) {
        if (part.isOver() && !Objects.requireNonNull(atLeast, "atLeast").isNegative()) {
            throw new LockLostException(what() + " was released before: check the hold while it lasts", state());
        }
        grant.ensureHeld(atLeast);
    }

    @Override
    public RenewResult renew(Duration lease) {
        return part.isOver() ? RenewResult.NOT_HELD : grant.renew(lease);
    }

    @Override
    public CompletableFuture<RenewResult> renewAsync(Duration lease) {
        return part.isOver() ? CompletableFuture.completedFuture(RenewResult.NOT_HELD) : grant.renewAsync(lease);
    }

    @Override
    public void onLost(Consumer<? super LockLost> consumer, Executor executor) {
        Objects.requireNonNull(consumer, "consumer");
        Part own = part;
        grant.onLost(
                loss -> {
                    if (own.state() == HandleState.LOST) {
                        consumer.accept(loss);
                    }
                },
                executor);
    }

    @Override
    public LossInterrupt interruptOnLoss() {
        LossInterrupt interrupt = grant.interruptOnLoss();
        interrupts.add(interrupt);
        if (part.isOver()) {
            closeInterrupts();
        }
        return interrupt;
    }

    private void closeInterrupts() {
        for (LossInterrupt one = interrupts.poll(); one != null; one = interrupts.poll()) {
            one.close();
        }
    }

    @Override
    public ReleaseResult release() {
        ReleaseResult result = part.releaseHere();
        over();
        return result;
    }

    @Override
    public CompletableFuture<ReleaseResult> releaseAsync() {
        return threads.promises.of(releasing());
    }

    @Override
    public CompletableFuture<ReleaseResult> releasing() {
        CompletableFuture<ReleaseResult> result = part.release();
        over();
        return result;
    }

    private void over() {
        closeInterrupts();
        watch.clean();
    }

    @Override
    public void close() {
        releaseOrThrow();
    }

    @Override
    public String what() {
        return "'" + lockName() + "' on " + store;
    }

    @Override
    public String tokens() {
        return "token " + fencingToken();
    }

    /** What is safe to show. */
    @Override
    public String toString() {
        return "LockHandle[" + what() + ", " + tokens() + ", " + state() + ", "
                + remaining().toMillis() + " ms left]";
    }
}
