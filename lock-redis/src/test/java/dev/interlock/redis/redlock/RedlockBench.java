// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.redis.BackendBench;
import dev.interlock.redis.RedlockBackendProvider;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.server.RedisGroup;
import dev.interlock.testbed.server.RedisServer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Independent servers, and backends over them. */
final class RedlockBench implements AutoCloseable {

    /** Nothing waits so long, however slow the machine is. */
    static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final List<String> PATIENT = List.of("timeout=1m", "nodeTimeout=30s", "connectTimeout=30s");

    final RedisGroup group;
    private final StandaloneContext context = new StandaloneContext();
    private final Deque<LockBackend> backends = new ArrayDeque<>();
    private final AtomicInteger names = new AtomicInteger();

    RedlockBench(int size) {
        this(RedisGroup.start(size));
    }

    RedlockBench(int size, IntFunction<RedisServer> starting) {
        this(RedisGroup.start(size, starting));
    }

    private RedlockBench(RedisGroup group) {
        this.group = group;
    }

    String uri() {
        return "redlock:" + group.joined(RedisServer::uri);
    }

    LockSettings settings(String... options) {
        return settings(uri(), options);
    }

    private static LockSettings settings(String uri, String... options) {
        LockSettings settings = LockSettings.of(uri);
        for (List<String> each : List.of(PATIENT, List.of(options))) {
            for (String option : each) {
                int equals = option.indexOf('=');
                settings = settings.withOption(option.substring(0, equals), option.substring(equals + 1));
            }
        }
        return settings;
    }

    /** A started backend, with further options such as {@code nodeTimeout=200ms}. */
    RedlockBackend backend(String... options) {
        return backendAt(uri(), options);
    }

    RedlockBackend backendAt(String uri, String... options) {
        RedlockBackend backend = (RedlockBackend) new RedlockBackendProvider().open(settings(uri, options));
        backends.push(backend);
        backend.start(context);
        return backend;
    }

    LockName name() {
        return new LockName("lock-" + names.incrementAndGet());
    }

    RedisServer server(int place) {
        return group.server(place);
    }

    /** As if the requests to them had not arrived. */
    void forget(LockName name, int... places) {
        IntStream.of(places).forEach(place -> server(place).command("DEL", BackendBench.key(name)));
    }

    /** On how many of the servers that answer the lock has an owner. */
    long keys(LockName name, int... places) {
        return IntStream.of(places)
                .filter(place ->
                        server(place).command("EXISTS", BackendBench.key(name)).equals("1"))
                .count();
    }

    /** The last token that a server knows. */
    long token(LockName name, int place) {
        return Long.parseLong(server(place).command("GET", BackendBench.tokenKey(name)));
    }

    void awaitKeys(LockName name, long count) {
        int[] all = IntStream.range(0, group.servers().size()).toArray();
        await().atMost(PATIENCE).until(() -> keys(name, all) == count);
    }

    @Override
    public void close() {
        backends.forEach(LockBackend::close);
        group.close();
    }
}
