// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.client;

import dev.interlock.LockClient;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Asks the stores of all clients of an application, all at the same time. Thread-safe. */
public final class StoreQuestions implements AutoCloseable {

    private final Supplier<Map<String, LockClient>> clients;
    private final ExecutorService threads;
    private final Map<LockClient, StoreQuestion> questions = new ConcurrentHashMap<>();

    /**
     * Asks nothing yet.
     *
     * @param clients the clients by name
     * @param threads makes the threads that wait for the stores
     */
    public StoreQuestions(Supplier<Map<String, LockClient>> clients, ThreadFactory threads) {
        this.clients = clients;
        this.threads = Executors.newCachedThreadPool(threads);
    }

    /**
     * What the stores answered within {@link StoreQuestion#LIMIT}.
     *
     * @param backends the kind of store of each client that answered, by the name of the client
     * @param failures what each other one did instead: the exception of the client, or {@link TimeoutException}
     * @param elections as {@link #elections}, of all clients
     */
    public record Answer(
            Map<String, String> backends, Map<String, Throwable> failures, Map<String, List<String>> elections) {}

    /**
     * The elections in which clients stand. That another instance leads is no failure. No I/O.
     *
     * @param clients the clients; only those that are configured know their candidates
     * @return the names of elections, by what the candidate does: {@code leading}, {@code following} or {@code ending}
     */
    public static Map<String, List<String>> elections(Collection<? extends LockClient> clients) {
        Map<String, List<String>> names = new TreeMap<>();
        for (LockClient client : clients) {
            if (client instanceof LazyLockClient configured) {
                configured
                        .candidates()
                        .forEach(standing -> names.computeIfAbsent(
                                        standing.state().name().toLowerCase(Locale.ROOT), state -> new ArrayList<>())
                                .add(standing.election()));
            }
        }
        return names;
    }

    /**
     * Asks all, and waits for them.
     *
     * @return the answers
     * @throws InterruptedException if the calling thread is interrupted
     */
    public Answer ask() throws InterruptedException {
        Map<String, CompletableFuture<String>> asked = new TreeMap<>();
        Map<String, LockClient> present = clients.get();
        present.forEach((name, client) -> asked.put(name, question(client).ask()));
        Map<String, String> backends = new LinkedHashMap<>();
        Map<String, Throwable> failures = new LinkedHashMap<>();
        try {
            CompletableFuture.allOf(asked.values().toArray(CompletableFuture<?>[]::new))
                    .get(StoreQuestion.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // Below, each question says how it ended.
        }
        for (Map.Entry<String, CompletableFuture<String>> each : asked.entrySet()) {
            try {
                backends.put(each.getKey(), each.getValue().get(0, TimeUnit.MILLISECONDS));
            } catch (ExecutionException e) {
                failures.put(each.getKey(), e.getCause() == null ? e : e.getCause());
            } catch (TimeoutException e) {
                failures.put(
                        each.getKey(),
                        new TimeoutException("the store of the locks did not answer within "
                                + StoreQuestion.LIMIT.toMillis() + " ms"));
            }
        }
        return new Answer(backends, failures, elections(present.values()));
    }

    private StoreQuestion question(LockClient client) {
        return questions.computeIfAbsent(client, each -> new StoreQuestion(each, threads));
    }

    /** Ends the threads; questions that are pending get their answers. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
