// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Contest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A waiter's place at the store, seen from its client: each check is a request, and signals take time to arrive. */
final class FarContest implements Contest {

    private final Wire wire;
    private final Function<Supplier<AcquireOutcome>, AcquireOutcome> request;
    private final Contest contest;
    private final Supplier<AcquireOutcome> withoutPlace;
    private @Nullable CompletionStage<?> far;
    private CompletableFuture<Void> near = new CompletableFuture<>();
    private boolean closed;

    /**
     * A waiter at the store.
     *
     * @param request sends a step that may grant the lock
     * @param withoutPlace the same step without a place in the queue
     */
    FarContest(
            Wire wire,
            Function<Supplier<AcquireOutcome>, AcquireOutcome> request,
            Contest contest,
            Supplier<AcquireOutcome> withoutPlace) {
        this.wire = wire;
        this.request = request;
        this.contest = contest;
        this.withoutPlace = withoutPlace;
        wire.traffic().contestOpened();
    }

    @Override
    public AcquireOutcome attempt() {
        CompletableFuture<Void> told = new CompletableFuture<>();
        return request.apply(() -> {
            if (closed) {
                // A late request does not re-enter a place that the waiter left, but it takes a free lock.
                return withoutPlace.get();
            }
            AcquireOutcome outcome = contest.attempt();
            follow(told);
            return outcome;
        });
    }

    /** A signal may arrive before the answer does. */
    private void follow(CompletableFuture<Void> told) {
        CompletionStage<?> latest = contest.signal();
        if (latest != far) {
            far = latest;
            near = told;
            latest.whenComplete((any, never) -> {
                if (!wire.traffic().losesSignal()) {
                    wire.tell(() -> told.complete(null));
                }
            });
        }
    }

    @Override
    public CompletionStage<?> signal() {
        follow(new CompletableFuture<>());
        return near;
    }

    @Override
    public boolean inTurn() {
        return contest.inTurn();
    }

    @Override
    public boolean signalled() {
        return contest.signalled();
    }

    @Override
    public void close() {
        closed = true;
        wire.traffic().contestClosed();
        contest.close();
    }
}
