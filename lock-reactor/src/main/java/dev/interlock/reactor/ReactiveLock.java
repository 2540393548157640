// SPDX-License-Identifier: Apache-2.0
package dev.interlock.reactor;

import dev.interlock.AcquireOptions;
import dev.interlock.CheckReturnValue;
import dev.interlock.DistributedLock;
import dev.interlock.LockHandle;
import dev.interlock.LockHold;
import dev.interlock.LockLostException;
import dev.interlock.LockTimeoutException;
import dev.interlock.MultiLock;
import dev.interlock.MultiLockHandle;
import dev.interlock.Waiting;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A lock, or a set of locks, around a publisher. Nothing happens before a subscription, and each subscription acquires
 * the lock anew. No thread is blocked while it waits, works or releases (unless the backend declares
 * {@link Waiting#BLOCKING}), and no thread owns the lock. Thread-safe.
 *
 * <pre>{@code
 * ReactiveLock<LockHandle> lock = ReactiveLock.of(client.lock("orders/42"));
 * Mono<Receipt> receipt = lock.withLock(handle -> orders.pay(42, handle.fencingToken()));
 * }</pre>
 *
 * <p>All methods have these rules:
 *
 * <ul>
 *   <li>The work is subscribed to on {@link Schedulers#parallel()}, where Reactor refuses to block. Work that blocks needs
 *       {@code subscribeOn(Schedulers.boundedElastic())}.
 *   <li>The client releases the lock when the publisher of the work completes, fails or is cancelled. The result ends
 *       after the release. Work that continues afterwards, such as a subscription inside a callback, is not protected.
 *       {@code doFinally} inside the work runs after its completion and thus beside the release. Clean up in
 *       {@code doOnTerminate} or {@code usingWhen}.
 *   <li>If the subscriber cancels while the lock is being acquired, the request ends, and the client releases a late
 *       grant. The work does not begin.
 *   <li>If the subscriber cancels during the work, the publisher of the work is cancelled first, and then the lock is
 *       released. A blocking call inside the publisher can continue after that, because Reactor does not wait for it.
 *   <li>If the lock is lost during the work, the publisher is cancelled, and the result fails with
 *       {@link LockLostException}: another holder may be active. A loss that is detected by the release has the same
 *       result. Only a resource that checks the fencing token can refuse the writes of the time between.
 *   <li>If the work fails, the result fails with the same exception. A loss of the lock meanwhile is a suppressed
 *       {@link LockLostException}.
 *   <li>The exceptions of {@link DistributedLock#acquireAsync} are errors of the result. The work did not begin then.
 * </ul>
 *
 * @param <H> the handle: {@link LockHandle} or {@link MultiLockHandle}
 */
@CheckReturnValue
public final class ReactiveLock<H extends LockHold> {

    private final String what;
    private final Function<AcquireOptions, CompletableFuture<H>> acquire;

    private ReactiveLock(String what, Function<AcquireOptions, CompletableFuture<H>> acquire) {
        this.what = what;
        this.acquire = acquire;
    }

    /**
     * Returns the reactive form of a lock. No I/O.
     *
     * @param lock the lock
     * @return a value object, which keeps no state
     */
    public static ReactiveLock<LockHandle> of(DistributedLock lock) {
        return new ReactiveLock<>("'" + Objects.requireNonNull(lock, "lock").name() + "'", lock::acquireAsync);
    }

    /**
     * Returns the reactive form of a set of locks. No I/O.
     *
     * @param locks the set
     * @return a value object, which keeps no state
     */
    public static ReactiveLock<MultiLockHandle> of(MultiLock locks) {
        return new ReactiveLock<>(Objects.requireNonNull(locks, "locks").names().toString(), locks::acquireAsync);
    }

    /**
     * As {@link #withLock(AcquireOptions, Function)}, with the client's default options.
     *
     * @param <T> the type of the value
     * @param work creates the publisher that needs the lock
     * @return the value of the work, or empty if the work has none
     */
    public <T> Mono<T> withLock(Function<? super H, ? extends Mono<? extends T>> work) {
        return withLock(AcquireOptions.inherited(), work);
    }

    /**
     * Acquires the lock, subscribes to the work, and releases the lock when the work ends. The value arrives after the
     * release, and not at all if the lock was lost.
     *
     * @param <T> the type of the value
     * @param options overrides of the client's defaults
     * @param work creates the publisher that needs the lock. It receives the handle and leaves the release to this method.
     * @return the value of the work, or empty if the work has none
     */
    public <T> Mono<T> withLock(AcquireOptions options, Function<? super H, ? extends Mono<? extends T>> work) {
        return this.<T>withLockMany(options, work).singleOrEmpty();
    }

    /**
     * As {@link #withLockMany(AcquireOptions, Function)}, with the client's default options.
     *
     * @param <T> the type of the values
     * @param work creates the publisher that needs the lock
     * @return the values of the work
     */
    public <T> Flux<T> withLockMany(Function<? super H, ? extends Publisher<? extends T>> work) {
        return withLockMany(AcquireOptions.inherited(), work);
    }

    /**
     * Acquires the lock, subscribes to the work, and releases the lock when the work ends. Values arrive while the lock
     * is held, so the hold lasts at least as long as the subscriber takes to request and consume them. The completion
     * arrives after the release. Values that arrived before a loss were made under the lock, or after the loss and before
     * its detection.
     *
     * @param <T> the type of the values
     * @param options overrides of the client's defaults
     * @param work creates the publisher that needs the lock. It receives the handle and leaves the release to this method.
     * @return the values of the work
     */
    public <T> Flux<T> withLockMany(
            AcquireOptions options, Function<? super H, ? extends Publisher<? extends T>> work) {
        return during(options, UnaryOperator.identity(), work);
    }

    /**
     * Makes one attempt to acquire the lock. If it is free, subscribes to the work and releases the lock when the work
     * ends. Otherwise does nothing. Uses the client's default options, except for the wait.
     *
     * @param work creates the publisher that needs the lock. Its values are ignored.
     * @return true after the work has completed, false if another holder has the lock
     */
    public Mono<Boolean> runIfFree(Function<? super H, ? extends Publisher<?>> work) {
        Objects.requireNonNull(work, "work");
        return during(
                        AcquireOptions.waitAtMost(Duration.ZERO),
                        grant -> grant.onErrorComplete(LockTimeoutException.class),
                        hold -> Flux.from(work.apply(hold)).then(Mono.just(true)))
                .singleOrEmpty()
                .defaultIfEmpty(false);
    }

    private <T> Flux<T> during(
            AcquireOptions options,
            UnaryOperator<Mono<H>> granted,
            Function<? super H, ? extends Publisher<? extends T>> work) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(work, "work");
        return Flux.defer(() -> {
            LockedSubscription<H> locked = new LockedSubscription<>(what, acquire.apply(options));
            // The resource is the request and not the hold: a subscriber can cancel while the grant is on its way.
            return Flux.<T, LockedSubscription<H>>usingWhen(
                            Mono.just(locked),
                            request -> granted.apply(request.granted()).flatMapMany(hold -> request.run(hold, work)),
                            LockedSubscription::end,
                            LockedSubscription::fail,
                            LockedSubscription::cancel)
                    // Not an error of the release, which Reactor would wrap.
                    .concatWith(Mono.defer(locked::lossAtTheEnd));
        });
    }
}
