// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.interlock.testbed.wire.LoopbackPort;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code GET /processes} and {@code POST /processes/{name}/{order}}, only for the page of the instances: browsers send
 * the origin of the page with each such request. This runs in the program that started the instances, so no request to
 * an instance can ever stop it.
 */
final class Controls implements AutoCloseable {

    private static final String PATH = "/processes";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Supervisor supervisor;
    private final Set<String> pages;
    private final HttpServer server;
    private final ScheduledExecutorService executor;

    private Controls(Supervisor supervisor, Set<String> pages, HttpServer server, ScheduledExecutorService executor) {
        this.supervisor = supervisor;
        this.pages = pages;
        this.server = server;
        this.executor = executor;
    }

    /**
     * Serves at 127.0.0.1.
     *
     * @param port the port
     * @param instances that this JVM started
     */
    static Controls start(int port, List<Instance> instances) {
        // One thread for requests and ends of pauses, so the supervisor's state needs no lock.
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(LoopbackPort.loopback(), port), 0);
            Controls controls = new Controls(
                    new Supervisor(instances, executor, InstantSource.system()),
                    instances.stream().flatMap(Controls::pages).collect(Collectors.toUnmodifiableSet()),
                    server,
                    executor);
            server.createContext(PATH, controls::answer);
            server.setExecutor(executor);
            server.start();
            return controls;
        } catch (IOException e) {
            executor.shutdownNow();
            throw new UncheckedIOException(e);
        }
    }

    /** Users write either name for this machine. */
    private static Stream<String> pages(Instance instance) {
        return Stream.of(instance.uri(), instance.uri().replace("127.0.0.1", "localhost"));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String page = exchange.getRequestHeaders().getFirst("Origin");
            int status = page == null || !pages.contains(page) ? 403 : status(exchange);
            byte[] body = status == 200 ? JSON.writeValueAsBytes(supervisor.look()) : new byte[0];
            if (status != 403) {
                exchange.getResponseHeaders().set("Access-Control-Allow-Origin", page);
            }
            exchange.getResponseHeaders().set("Vary", "Origin");
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        }
    }

    String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private int status(HttpExchange exchange) {
        List<String> path = List.of(exchange.getRequestURI().getPath().split("/", -1));
        boolean known = switch (exchange.getRequestMethod()) {
            case "GET" -> path.size() == 2;
            case "POST" -> path.size() == 4 && supervisor.obey(path.get(2), path.get(3));
            default -> false;
        };
        return known ? 200 : 404;
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
