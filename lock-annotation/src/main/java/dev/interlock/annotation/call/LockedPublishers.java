// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.call;

import dev.interlock.LockLostException;
import dev.interlock.LockTimeoutException;
import dev.interlock.annotation.call.CallContext.Captured;
import dev.interlock.annotation.hold.HoldsAround;
import dev.interlock.annotation.hold.MethodBody;
import dev.interlock.annotation.hold.MethodHold;
import java.util.function.UnaryOperator;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Runs calls of annotated methods that return a {@link Publisher}. Each subscription acquires the locks without
 * blocking a thread and then calls the method on the executor. The hold ends when the stream ends or is cancelled.
 * Thread-safe.
 */
public final class LockedPublishers {

    private final LockedCalls calls;
    private final Scheduler scheduler;
    private final UnaryOperator<Context> carry;

    /**
     * Prepares calls.
     *
     * @param calls what all calls share
     * @param carry puts the framework's context of the current thread into that of a stream. It is called with the hold
     *     opened on the thread.
     */
    public LockedPublishers(LockedCalls calls, UnaryOperator<Context> carry) {
        this.calls = calls;
        this.scheduler = Schedulers.fromExecutor(calls.blocking());
        this.carry = carry;
    }

    /**
     * Returns a publisher of the method's results. Nothing happens before a subscription.
     *
     * @param call the call
     * @param single whether the method returns at most one value
     * @param method the method
     * @return the results, none for a skipped call, or the failure as of {@link LockedCalls#run}
     * @throws IllegalStateException if a method around the call holds one of the locks; the method was not called
     */
    public Publisher<?> run(LockedCall call, boolean single, MethodBody<? extends Publisher<?>, ?> method) {
        LockedCalls.refuseNested(call);
        Captured callers = calls.context().capture();
        // The resource is the request. If the subscriber cancels while the grant is on its way, the grant must be
        // released.
        Mono<RequestedHold> request = Mono.deferContextual(stream -> {
            refuseNested(call, stream);
            return Mono.just(new RequestedHold(call, calls));
        });
        return single
                ? Mono.usingWhen(
                                request,
                                pending -> Mono.from(body(call, pending, method, callers)),
                                this::completed,
                                this::failed,
                                this::cancelled)
                        .onErrorMap(LockedPublishers::unwrapped)
                : Flux.usingWhen(
                                request,
                                pending -> body(call, pending, method, callers),
                                this::completed,
                                this::failed,
                                this::cancelled)
                        .onErrorMap(LockedPublishers::unwrapped);
    }

    /** A subscription inside the stream of a method ends before that method, on any thread. */
    private static void refuseNested(LockedCall call, ContextView stream) {
        stream.<HoldsAround>getOrEmpty(HoldsAround.class)
                .flatMap(holds -> NestedCall.inStream(call, holds))
                .ifPresent(nested -> {
                    throw nested.refusal();
                });
    }

    private Flux<Object> body(
            LockedCall call, RequestedHold pending, MethodBody<? extends Publisher<?>, ?> method, Captured callers) {
        Mono<MethodHold> grant = Mono.fromFuture(pending.granted(), true).publishOn(scheduler);
        Mono<MethodHold> wanted =
                call.method().skips() ? grant.onErrorResume(LockTimeoutException.class, e -> Mono.empty()) : grant;
        return wanted.flatMapMany(hold -> {
            pending.use();
            return called(hold, method, callers);
        });
    }

    private Flux<Object> called(MethodHold hold, MethodBody<? extends Publisher<?>, ?> method, Captured callers) {
        Publisher<Object> called = subscriber -> callers.run(() -> calls.within(hold, () -> {
            published(method).subscribe(subscriber);
            return subscriber;
        }));
        return Flux.from(called)
                .contextWrite(stream -> callers.run(() -> {
                    HoldsAround holds = HoldsAround.current().plus(hold.held());
                    return calls.context().within(holds, () -> carry.apply(stream.put(HoldsAround.class, holds)));
                }));
    }

    /** A method that throws is a stream that fails, and its hold ends as that of such a stream. */
    private static Publisher<?> published(MethodBody<? extends Publisher<?>, ?> method) {
        try {
            return method.run();
        } catch (Throwable e) {
            return Mono.error(e);
        }
    }

    private Mono<Void> completed(RequestedHold pending) {
        return Mono.<Void>fromRunnable(() -> {
                    LockLostException loss = pending.end();
                    if (loss != null) {
                        throw new LostAtTheEnd(loss);
                    }
                })
                .subscribeOn(scheduler);
    }

    private Mono<Void> failed(RequestedHold pending, Throwable failure) {
        return Mono.<Void>fromRunnable(() -> pending.end(failure)).subscribeOn(scheduler);
    }

    private Mono<Void> cancelled(RequestedHold pending) {
        return Mono.<Void>fromRunnable(pending::end).subscribeOn(scheduler);
    }

    /** Unwraps the exception that Reactor wraps at the end of a stream. */
    private static Throwable unwrapped(Throwable failure) {
        return failure.getCause() instanceof LostAtTheEnd lost ? lost.loss : failure;
    }

    /** Separates a loss from a failure of the method that was caused by a loss. */
    private static final class LostAtTheEnd extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final LockLostException loss;

        LostAtTheEnd(LockLostException loss) {
            super(loss);
            this.loss = loss;
        }
    }
}
