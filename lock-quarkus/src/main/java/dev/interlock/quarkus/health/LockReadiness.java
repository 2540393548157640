// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.health;

import dev.interlock.LockClient;
import dev.interlock.quarkus.client.ApplicationThreads;
import dev.interlock.quarkus.client.LockClients;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Asks the stores of all configured clients whether they answer: each reads one lock that is never held, and connects if
 * necessary. At most one question to a store is pending. Thread-safe.
 */
@Readiness
@Singleton
public final class LockReadiness implements HealthCheck {

    /** The time limit for all stores together, by this instance's clock. */
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private static final String NEVER_HELD = "interlock-health";

    private final LockClients clients;
    private final ExecutorService asking =
            Executors.newCachedThreadPool(new ApplicationThreads("interlock-quarkus-health"));
    private final ReentrantLock guard = new ReentrantLock();
    private final Map<String, CompletableFuture<String>> pending = new HashMap<>();

    /** Of the container. */
    LockReadiness(LockClients clients) {
        this.clients = clients;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder answer =
                HealthCheckResponse.named("Interlock lock stores").up();
        Map<String, CompletableFuture<String>> questions = new LinkedHashMap<>();
        clients.all().forEach((name, client) -> questions.put(name, question(name, client)));
        CompletableFuture<Void> all = CompletableFuture.allOf(questions.values().toArray(CompletableFuture<?>[]::new));
        try {
            all.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException e) {
            // Below, each client says how its question ended.
            answer.down();
        }
        questions.forEach((name, question) -> describe(name, question, answer));
        return answer.build();
    }

    /** Only the kind of a failure, because this page is public in many applications. */
    private static void describe(String name, CompletableFuture<String> question, HealthCheckResponseBuilder answer) {
        if (!question.isDone()) {
            answer.down().withData(name, "no answer within " + LIMIT.toMillis() + " ms");
        } else if (question.isCompletedExceptionally()) {
            answer.down().withData(name, "not available");
        } else {
            answer.withData(name, question.join());
        }
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

    @PreDestroy
    void close() {
        asking.shutdown();
    }
}
