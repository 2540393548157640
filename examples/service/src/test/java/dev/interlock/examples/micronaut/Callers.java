// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import dev.interlock.examples.micronaut.Answer.Outcome;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** A hundred callers that send requests, spread over the instances. */
final class Callers implements AutoCloseable {

    /** How many requests are in flight at once. */
    static final int AT_ONCE = 100;

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Sends each request once, to the instances in rotation, and waits for all answers. */
    List<Answer> send(List<Call> calls, List<Instance> instances) throws Exception {
        return send(calls, instances, answer -> {});
    }

    /**
     * Sends each request once, to the instances in rotation, and waits for all answers.
     *
     * @param received receives each answer when it arrives, on the thread of its caller
     */
    List<Answer> send(List<Call> calls, List<Instance> instances, Consumer<Answer> received) throws Exception {
        List<Future<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            Instance instance = instances.get(i % instances.size());
            answers.add(threads.submit(() -> {
                Answer answer = ask(call, instance);
                received.accept(answer);
                return answer;
            }));
        }
        List<Answer> all = new ArrayList<>();
        for (Future<Answer> each : answers) {
            all.add(each.get());
        }
        return all;
    }

    /** As {@link #send(List, List, Consumer)}, without waiting. */
    CompletableFuture<List<Answer>> sending(List<Call> calls, List<Instance> instances, Consumer<Answer> received) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return send(calls, instances, received);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Sends one request and waits for its answer. */
    Answer ask(Call call, Instance instance) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(instance.uri() + call.target()))
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        long start = System.nanoTime();
        Outcome outcome;
        String text;
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            outcome = Answer.outcomeOf(response.statusCode());
            text = response.body();
        } catch (ConnectException e) {
            outcome = Outcome.NOT_DONE;
            text = e.toString();
        } catch (IOException e) {
            outcome = Outcome.UNKNOWN;
            text = e.toString();
        }
        return new Answer(call, instance.name(), outcome, text, Duration.ofNanos(System.nanoTime() - start));
    }

    /** Sends a PUT and requires that it was done. */
    void put(String path, Instance instance) throws IOException, InterruptedException {
        required(HttpRequest.newBuilder(URI.create(instance.uri() + path)).PUT(HttpRequest.BodyPublishers.noBody()));
    }

    /** Sends a GET and requires an answer. */
    String get(String path, Instance instance) throws IOException, InterruptedException {
        return required(HttpRequest.newBuilder(URI.create(instance.uri() + path)));
    }

    private String required(HttpRequest.Builder asked) throws IOException, InterruptedException {
        HttpRequest request = asked.timeout(PATIENCE).build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IllegalStateException(request + ": " + response.statusCode() + " " + response.body());
        }
        return response.body();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
