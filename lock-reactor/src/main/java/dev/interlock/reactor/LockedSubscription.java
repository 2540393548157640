// SPDX-License-Identifier: Apache-2.0
package dev.interlock.reactor;

import dev.interlock.HandleState;
import dev.interlock.LockHold;
import dev.interlock.LockLost;
import dev.interlock.LockLostException;
import dev.interlock.ReleaseResult;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The lock of one subscription, from the request to the release. Either the work begins with the grant, or the
 * subscription gives the request up; the first of the two wins. Thread-safe.
 *
 * @param <H> the handle
 */
final class LockedSubscription<H extends LockHold> {

    private enum Use {
        REQUESTED,
        WORK,
        GIVEN_UP
    }

    private final String what;
    private final CompletableFuture<H> acquiring;
    private final AtomicReference<Use> use = new AtomicReference<>(Use.REQUESTED);

    /** The first news of a loss, for the subscriber. */
    private final AtomicReference<@Nullable LockLostException> loss = new AtomicReference<>();

    LockedSubscription(String what, CompletableFuture<H> acquiring) {
        this.what = what;
        this.acquiring = acquiring;
    }

    /** The grant, away from the callback threads of the client, which deliver the other grants. */
    Mono<H> granted() {
        return Mono.fromFuture(acquiring, true).publishOn(Schedulers.parallel());
    }

    /** The work under the granted hold, up to a loss; nothing if the subscriber has cancelled. */
    <T> Flux<T> run(H hold, Function<? super H, ? extends Publisher<? extends T>> work) {
        if (!use.compareAndSet(Use.REQUESTED, Use.WORK)) {
            return Flux.empty();
        }
        Publisher<? extends T> publisher =
                Objects.requireNonNull(work.apply(hold), "the work under the lock returned no publisher");
        return Flux.<T>from(publisher).takeUntilOther(lost(hold));
    }

    /** A value and not an error, because {@code takeUntilOther} does not cancel the work on an error. */
    private Mono<LockLost> lost(H hold) {
        return Mono.<LockLost>create(sink -> hold.onLost(sink::success, Schedulers.parallel()::schedule))
                .doOnNext(lost ->
                        note(" was lost during the work under it (" + lost.detail() + "), so the work was cancelled"));
    }

    /** Ends the hold of work that has completed. */
    Mono<?> end() {
        return use.get() == Use.WORK ? release() : cancel();
    }

    /** Ends the hold of work that has failed. */
    Mono<?> fail(Throwable failure) {
        return end().doOnSuccess(result -> {
            LockLostException lost = loss.get();
            if (lost != null) {
                failure.addSuppressed(lost);
            }
        });
    }

    /** Ends the hold or the request of a subscriber that has cancelled. */
    Mono<?> cancel() {
        if (!use.compareAndSet(Use.REQUESTED, Use.GIVEN_UP)) {
            return release();
        }
        return acquiring.cancel(false)
                ? Mono.empty()
                // Without a grant, nothing is held.
                : Mono.fromFuture(acquiring, true)
                        .flatMap(LockedSubscription::released)
                        .onErrorComplete();
    }

    /** The error after work that has completed or was cancelled by a loss, if the lock was lost. */
    <T> Mono<T> lossAtTheEnd() {
        return Mono.justOrEmpty(loss.get()).flatMap(Mono::error);
    }

    private Mono<ReleaseResult> release() {
        H hold = acquiring.join();
        boolean lost = hold.state() == HandleState.LOST;
        return released(hold).doOnNext(result -> {
            if (lost || result == ReleaseResult.NOT_HELD) {
                note(" was lost before the work under it ended");
            }
        });
    }

    private static Mono<ReleaseResult> released(LockHold hold) {
        return Mono.fromFuture(hold::releaseAsync, true).publishOn(Schedulers.parallel());
    }

    private void note(String news) {
        loss.compareAndSet(
                null,
                new LockLostException(
                        what + news + ": others may have been inside; let the resource check the token",
                        HandleState.LOST));
    }
}
