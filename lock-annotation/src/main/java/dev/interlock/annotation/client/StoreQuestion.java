// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.client;

import dev.interlock.LockClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Asks the store of a client whether it answers: it reads one lock that is never held, and connects if necessary. At most
 * one question is pending. Thread-safe.
 */
public final class StoreQuestion {

    /** How long a health check should wait for the answer, by this instance's clock. */
    public static final Duration LIMIT = Duration.ofSeconds(5);

    private static final String NEVER_HELD = "interlock-health";

    private final LockClient client;
    private final Executor threads;
    private final ReentrantLock asking = new ReentrantLock();
    private CompletableFuture<String> pending = CompletableFuture.completedFuture("");

    /**
     * Asks nothing yet.
     *
     * @param client the client
     * @param threads wait for the store
     */
    public StoreQuestion(LockClient client, Executor threads) {
        this.client = client;
        this.threads = threads;
    }

    /**
     * Asks, or joins the question that is pending.
     *
     * @return the kind of the store, or the exception of the client; completing or cancelling it ends no other
     */
    public CompletableFuture<String> ask() {
        asking.lock();
        try {
            if (pending.isDone()) {
                pending = CompletableFuture.supplyAsync(this::answer, threads);
            }
            return pending.copy();
        } finally {
            asking.unlock();
        }
    }

    private String answer() {
        client.inspect(NEVER_HELD);
        return client.capabilities().backend();
    }
}
