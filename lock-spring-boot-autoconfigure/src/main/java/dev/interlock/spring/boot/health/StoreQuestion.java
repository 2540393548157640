// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.health;

import dev.interlock.LockClient;
import dev.interlock.spi.toolbox.DaemonThreads;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Asks the stores of all clients whether they answer: each reads one lock that is never held, and connects if necessary.
 * At most one question to a store is pending. Thread-safe.
 */
final class StoreQuestion implements AutoCloseable {

    /** The time limit for all stores together, by this instance's clock. */
    static final Duration LIMIT = Duration.ofSeconds(5);

    private static final String NEVER_HELD = "interlock-health";

    private final Map<String, LockClient> clients;
    private final ExecutorService asking = Executors.newCachedThreadPool(new DaemonThreads("interlock-spring-health"));
    private final ReentrantLock guard = new ReentrantLock();
    private final Map<String, CompletableFuture<String>> pending = new TreeMap<>();

    StoreQuestion(Map<String, LockClient> clients) {
        this.clients = new TreeMap<>(clients);
    }

    /**
     * What the stores answered.
     *
     * @param backends the kind of store of each client that answered, by the name of the client's bean
     * @param failure what another one did instead; null if all answered
     */
    record Answer(Map<String, String> backends, @Nullable Throwable failure) {}

    Answer ask() throws InterruptedException {
        Map<String, CompletableFuture<String>> questions = new LinkedHashMap<>();
        clients.forEach((name, client) -> questions.put(name, question(name, client)));
        CompletableFuture<Void> all = CompletableFuture.allOf(questions.values().toArray(CompletableFuture<?>[]::new));
        Map<String, String> backends = new LinkedHashMap<>();
        Throwable failure = null;
        try {
            all.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            failure = new TimeoutException("a store of locks did not answer within " + LIMIT.toMillis() + " ms");
        } catch (ExecutionException e) {
            failure = e.getCause();
        }
        for (Map.Entry<String, CompletableFuture<String>> each : questions.entrySet()) {
            if (each.getValue().isDone() && !each.getValue().isCompletedExceptionally()) {
                backends.put(each.getKey(), each.getValue().join());
            }
        }
        return new Answer(backends, failure);
    }

    private CompletableFuture<String> question(String name, LockClient client) {
        guard.lock();
        try {
            CompletableFuture<String> former = pending.get(name);
            if (former != null && !former.isDone()) {
                return former;
            }
            CompletableFuture<String> question = CompletableFuture.supplyAsync(() -> ask(client), asking);
            pending.put(name, question);
            return question;
        } finally {
            guard.unlock();
        }
    }

    private static String ask(LockClient client) {
        client.inspect(NEVER_HELD);
        return client.capabilities().backend();
    }

    @Override
    public void close() {
        asking.shutdown();
    }
}
