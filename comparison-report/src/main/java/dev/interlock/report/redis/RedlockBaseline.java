// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.report.benchmark.Contender;
import dev.interlock.report.benchmark.ResourceText;
import dev.interlock.testbed.server.RedisServer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The baseline over independent servers: the two scripts of the backend at all servers at once, without the library.
 */
final class RedlockBaseline implements Contender {

    private static final String COMPARISON =
            "The raw client sends the same two scripts by EVALSHA to all servers at the same time, waits for all of them,"
                    + " and does nothing else.";

    private static final String LEASE_MILLIS = "30000";
    private static final String FIRST_TRY = "1";
    private static final String TOKEN_MILLIS = "604800000";
    private static final String NO_HINT = "-";
    private static final String ANY_UPTIME = "0";

    private final List<RawRedis> servers;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "raw-redlock");
        thread.setDaemon(true);
        return thread;
    });

    private RedlockBaseline(List<RawRedis> servers) {
        this.servers = servers;
    }

    static RawClient over(List<RedisServer> servers) {
        RedlockBaseline baseline =
                new RedlockBaseline(servers.stream().map(RawRedis::new).toList());
        return new RawClient(baseline, COMPARISON, baseline::close);
    }

    private void close() {
        threads.shutdownNow();
        servers.forEach(RawRedis::close);
    }

    @Override
    public String name() {
        return "raw Jedis";
    }

    @Override
    public Operation forThread(int thread) {
        String acquire = load(resource("redlock/acquire"));
        String release = load(resource("queue") + resource("release"));
        String lock = "interlock:{baseline-" + thread + "}";
        List<String> acquireKeys = List.of(lock, lock + ":token");
        List<String> releaseKeys = List.of(lock);
        SplittableRandom random = new SplittableRandom(thread);
        return () -> {
            String id = HexFormat.of().toHexDigits(random.nextLong())
                    + HexFormat.of().toHexDigits(random.nextLong());
            List<String> asked = List.of(id, LEASE_MILLIS, FIRST_TRY, TOKEN_MILLIS, NO_HINT, ANY_UPTIME);
            atAll(
                    server -> server.client().evalsha(acquire, acquireKeys, asked),
                    answer -> answer instanceof List<?> reply && reply.get(0).equals(1L));
            atAll(
                    server -> server.client().evalsha(release, releaseKeys, List.of(id, lock + ":free")),
                    Long.valueOf(1)::equals);
        };
    }

    private String load(String script) {
        return servers.stream()
                .map(server -> server.client().scriptLoad(script))
                .toList()
                .get(0);
    }

    private static String resource(String name) {
        return ResourceText.of(RedlockBaseline.class, "/dev/interlock/redis/" + name + ".lua");
    }

    /** The calling thread runs one of the steps, since it would only wait otherwise. */
    private void atAll(Function<RawRedis, Object> step, Predicate<Object> isDone) throws Exception {
        List<Future<Object>> others = new ArrayList<>();
        for (RawRedis server : servers.subList(1, servers.size())) {
            others.add(threads.submit(() -> step.apply(server)));
        }
        requireDone(step.apply(servers.get(0)), isDone);
        for (Future<Object> other : others) {
            requireDone(other.get(), isDone);
        }
    }

    private static void requireDone(Object answer, Predicate<Object> isDone) {
        if (!isDone.test(answer)) {
            throw new IllegalStateException("a script answered " + answer);
        }
    }
}
