// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.browser;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The DevTools protocol of one page: calls by number, and events. Calls come from one thread. */
final class DevTools implements WebSocket.Listener, AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LIMIT_MINUTES = 5;

    private final Map<Integer, CompletableFuture<JsonNode>> open = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final StringBuilder partial = new StringBuilder();
    private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();

    private DevTools() {}

    static DevTools connect(URI uri) {
        DevTools tools = new DevTools();
        tools.socket.complete(HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(uri, tools)
                .join());
        return tools;
    }

    /** Calls a method and waits for its result. */
    JsonNode call(String method, Map<String, ?> parameters) {
        int number = numbers.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        open.put(number, answer);
        try {
            String text = JSON.writeValueAsString(Map.of("id", number, "method", method, "params", parameters));
            socket.join().sendText(text, true).join();
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(method + " with " + parameters, e);
        }
        JsonNode message = answer.orTimeout(LIMIT_MINUTES, TimeUnit.MINUTES).join();
        if (message.has("error")) {
            throw new IllegalStateException(method + ": " + message.path("error"));
        }
        return message.path("result");
    }

    List<String> complaints() {
        return List.copyOf(complaints);
    }

    List<String> requests() {
        return List.copyOf(requests);
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            String text = partial.toString();
            partial.setLength(0);
            received(text);
        }
        from.request(1);
        return CompletableFuture.completedFuture(null);
    }

    private void received(String text) {
        try {
            JsonNode message = JSON.readTree(text);
            CompletableFuture<JsonNode> answer = open.remove(message.path("id").asInt());
            if (answer != null) {
                answer.complete(message);
            } else if (message.path("method").asText().equals("Network.requestWillBeSent")) {
                requests.add(message.at("/params/request/url").asText());
            } else if (isComplaint(message)) {
                complaints.add(message.path("params").toString());
            }
        } catch (JsonProcessingException e) {
            complaints.add("not JSON: " + text);
        }
    }

    private static boolean isComplaint(JsonNode message) {
        String method = message.path("method").asText();
        return method.equals("Runtime.exceptionThrown")
                || (method.equals("Log.entryAdded")
                        && message.at("/params/entry/level").asText().equals("error"));
    }

    @Override
    public void close() {
        socket.join().abort();
    }
}
