// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.server.ServerSource.Binary;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.opentest4j.TestAbortedException;

/** Independent Redis servers. All of them end with this JVM. Safe for use by many threads. */
public final class RedisGroup implements AutoCloseable {

    private final List<RedisServer> servers;

    private RedisGroup(List<RedisServer> servers) {
        this.servers = List.copyOf(servers);
    }

    /**
     * Starts all servers at once.
     *
     * @param count how many
     * @param configuration further arguments of each program
     * @throws TestAbortedException if no server can be started here
     */
    public static RedisGroup start(int count, String... configuration) {
        return start(count, place -> RedisServer.start(configuration));
    }

    /**
     * As {@link #start(int, String...)}, with a start of its own for each server.
     *
     * @param count how many
     * @param starting starts the server at an index, from 0
     */
    public static RedisGroup start(int count, IntFunction<RedisServer> starting) {
        ServerSource source = RedisServer.locate();
        if (!(source instanceof Binary)) {
            throw new TestAbortedException("several servers need a program to start, and there is none: " + source);
        }
        ExecutorService threads = Executors.newFixedThreadPool(count);
        List<RedisServer> started = new ArrayList<>();
        try {
            List<CompletableFuture<RedisServer>> starts = IntStream.range(0, count)
                    .mapToObj(place -> CompletableFuture.supplyAsync(() -> starting.apply(place), threads))
                    .toList();
            RuntimeException failed = null;
            for (CompletableFuture<RedisServer> each : starts) {
                try {
                    started.add(each.join());
                } catch (CompletionException e) {
                    failed = e.getCause() instanceof RuntimeException cause ? cause : e;
                }
            }
            if (failed != null) {
                started.forEach(RedisServer::close);
                throw failed;
            }
            return new RedisGroup(started);
        } finally {
            threads.shutdown();
        }
    }

    /** All of them, in their order. */
    public List<RedisServer> servers() {
        return servers;
    }

    /** The server at an index, from 0. */
    public RedisServer server(int place) {
        return servers.get(place);
    }

    /** The results of a function for all servers, such as their URIs, separated by commas. */
    public String joined(Function<RedisServer, String> text) {
        return servers.stream().map(text).collect(Collectors.joining(","));
    }

    /** Kills all of them and deletes their files. */
    @Override
    public void close() {
        servers.forEach(RedisServer::close);
    }
}
