// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.call;

import dev.interlock.LockHold;
import dev.interlock.annotation.hold.CallsAtWork;
import dev.interlock.annotation.hold.HeldLock;
import dev.interlock.annotation.hold.HoldsAround;
import dev.interlock.annotation.hold.MethodBody;
import dev.interlock.annotation.hold.MethodHold;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Runs calls of annotated methods under their locks. Thread-safe. */
public final class LockedCalls {

    private final Executor blocking;
    private final CallContext context;
    private final CallsAtWork atWork;

    /**
     * Prepares calls.
     *
     * @param blocking runs methods that return a stage or a stream, and releases; its tasks block
     * @param context carries the holds
     * @param atWork counts the calls that hold their locks
     */
    public LockedCalls(Executor blocking, CallContext context, CallsAtWork atWork) {
        this.blocking = blocking;
        this.context = context;
        this.atWork = atWork;
    }

    /**
     * Acquires the locks, calls the method, and releases the locks. The calling thread waits for the locks. A call
     * inside a method that holds them runs under that hold.
     *
     * @param <X> the exceptions of the method
     * @param call the call
     * @param method the method, which has ended when it returns
     * @return its result, or what stands for a skipped call
     * @throws X as the method
     * @throws IllegalStateException if a method around the call holds some of the locks only; the method was not called
     * @throws dev.interlock.LockException if the locks were not granted, in which case the method was not called, or if
     *     one was lost before its end
     */
    public <X extends Throwable> @Nullable Object run(LockedCall call, MethodBody<@Nullable Object, X> method)
            throws X {
        var nested = NestedCall.onThisThread(call);
        return nested.isPresent() ? nested.get().run(context, method) : new SynchronousCall(call, this).run(method);
    }

    /**
     * Acquires the locks, calls the method on the executor, and releases the locks when its stage completes. No thread
     * waits for the locks. Cancelling the returned future cancels the request for them, but does not stop a running
     * method.
     *
     * @param call the call
     * @param method the method
     * @return the result of the stage, null for a skipped call, or as the failure of {@link #run}
     * @throws IllegalStateException if a method around the call holds one of the locks; the method was not called
     */
    public CompletableFuture<@Nullable Object> runStage(
            LockedCall call, MethodBody<? extends CompletionStage<?>, ?> method) {
        refuseNested(call);
        return new StageCall(call, this).run(method);
    }

    static void refuseNested(LockedCall call) {
        NestedCall.onThisThread(call).ifPresent(nested -> {
            throw nested.refusal();
        });
    }

    MethodHold hold(LockedCall call, LockHold granted) {
        HeldLock held = new HeldLock(call.client(), call.method().text(), granted);
        return new MethodHold(held, call.minHold(), blocking, atWork);
    }

    /** Runs a part of a method on this thread, with its hold around it. */
    <T extends @Nullable Object, X extends Throwable> T within(MethodHold hold, MethodBody<T, X> method) throws X {
        HeldLock held = hold.held();
        return context.within(HoldsAround.current().plus(held), () -> held.running(method));
    }

    Executor blocking() {
        return blocking;
    }

    CallContext context() {
        return context;
    }
}
