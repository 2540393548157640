// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs steps without the interrupt of their thread: many a driver fails at once on an interrupted thread. An interrupt
 * that comes during a step does not reach a driver that reads from a socket on a platform thread, but on a virtual one
 * it closes the socket, which then looks like a failure of the store. So a virtual thread has its steps run by another
 * virtual thread, which nobody knows and so nobody interrupts, and waits for it. That needs no pool, whose bound would
 * be one more thing to wait for in an outage (decision 20).
 */
final class Uninterruptibly {

    private Uninterruptibly() {}

    /** Runs a step without the thread's interrupt, which is set again afterwards. */
    static <T extends @Nullable Object> T call(Supplier<T> step) {
        return VirtualThreads.isCurrent() ? onAnotherThread(step) : onThisThread(step);
    }

    private static <T extends @Nullable Object> T onThisThread(Supplier<T> step) {
        boolean interrupted = Thread.interrupted();
        try {
            return step.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static <T extends @Nullable Object> T onAnotherThread(Supplier<T> step) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        VirtualThreads.start(() -> {
            try {
                outcome.complete(step.get());
            } catch (Throwable e) {
                outcome.completeExceptionally(e);
            }
        });
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return outcome.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw unchecked(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException unchecked(@Nullable Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        // Checked ones too: code in other languages throws them undeclared.
        return thrown instanceof RuntimeException known ? known : new IllegalStateException(thrown);
    }
}
