// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.LockLostException;
import dev.interlock.LockTimeoutException;
import io.micronaut.context.annotation.Requires;
import io.micronaut.core.async.propagation.ReactorPropagation;
import io.micronaut.core.propagation.PropagatedContext;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.ContextView;

/**
 * Calls of methods that return a {@link Publisher}. Each subscription acquires the lock without blocking a thread and
 * then calls the method on Micronaut's blocking executor. The hold ends when the stream ends or is cancelled.
 * Thread-safe.
 */
@Singleton
@Requires(classes = {Flux.class, ReactorPropagation.class})
final class PublisherCalls {

    private final ExecutorService blocking;
    private final Scheduler scheduler;

    PublisherCalls(@Named(TaskExecutors.BLOCKING) ExecutorService blocking) {
        this.blocking = blocking;
        this.scheduler = Schedulers.fromExecutorService(blocking);
    }

    /** Returns a publisher of the method's results. Nothing happens before a subscription. */
    Publisher<?> run(LockedInvocation call, boolean single, Supplier<Publisher<?>> method) {
        PropagatedContext callers = PropagatedContext.getOrEmpty();
        // The resource is the request. If the subscriber cancels while the grant is on its way, the grant must be
        // released.
        Mono<RequestedHold> request = Mono.deferContextual(context -> {
            refuseNested(call, context);
            return Mono.just(new RequestedHold(call, blocking));
        });
        return single
                ? Mono.usingWhen(
                                request,
                                pending -> Mono.from(body(call, pending, method, callers)),
                                this::completed,
                                this::failed,
                                this::cancelled)
                        .onErrorMap(PublisherCalls::unwrapped)
                : Flux.usingWhen(
                                request,
                                pending -> body(call, pending, method, callers),
                                this::completed,
                                this::failed,
                                this::cancelled)
                        .onErrorMap(PublisherCalls::unwrapped);
    }

    /** A subscription inside the stream of a method ends before that method, on any thread. */
    private static void refuseNested(LockedInvocation call, ContextView context) {
        List<HeldLock> around = ReactorPropagation.findAllContextElements(context, HeldLock.class)
                .filter(held -> held.hasOneOf(call))
                .toList();
        if (!around.isEmpty()) {
            throw new NestedCall(call, around).refusal();
        }
    }

    private Flux<Object> body(
            LockedInvocation call, RequestedHold pending, Supplier<Publisher<?>> method, PropagatedContext callers) {
        Mono<MethodHold> grant = Mono.fromFuture(pending.granted(), true).publishOn(scheduler);
        Mono<MethodHold> wanted =
                call.skips() ? grant.onErrorResume(LockTimeoutException.class, e -> Mono.empty()) : grant;
        return wanted.flatMapMany(hold -> {
            pending.use();
            return called(hold, method, callers);
        });
    }

    private static Flux<Object> called(MethodHold hold, Supplier<Publisher<?>> method, PropagatedContext callers) {
        PropagatedContext within = callers.propagate(() -> hold.held().inContext());
        Publisher<Object> called =
                subscriber -> within.propagate(() -> hold.held().running(() -> {
                    method.get().subscribe(subscriber);
                    return subscriber;
                }));
        return Flux.from(called).contextWrite(context -> ReactorPropagation.addPropagatedContext(context, within));
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
