// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.Capability;
import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.server.RedisServer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A server and backends on it, all closed at the end. */
public final class BackendBench implements AutoCloseable {

    public static final Duration LEASE = Duration.ofSeconds(30);

    public final RedisServer server;
    public final StandaloneContext context;
    private final Deque<LockBackend> backends = new ArrayDeque<>();
    private final AtomicInteger names = new AtomicInteger();

    public BackendBench(String... configuration) {
        this(RedisServer.start(configuration));
    }

    /** On a server of a special kind, closed with the bench. */
    public BackendBench(RedisServer server) {
        this(server, new StandaloneContext());
    }

    private BackendBench(RedisServer server, StandaloneContext context) {
        this.server = server;
        this.context = context;
    }

    /**
     * For backends whose timers do not run before the test moves their clock, so that no heartbeat makes good what a
     * message did not do.
     */
    public static BackendBench at(LockClock clock) {
        return new BackendBench(RedisServer.start(), new StandaloneContext(clock));
    }

    /** For the server, with a time-out that is long against the stalls of a loaded machine. */
    public LockSettings settings() {
        return settings(server.uri());
    }

    private static LockSettings settings(String uri) {
        return LockSettings.of(uri).withOption("timeout", "10s");
    }

    /** A started backend, with further options such as {@code timeout=200ms}. */
    public LockBackend backend(String... options) {
        return backendAt(server.uri(), options);
    }

    /** As {@link #backend}, for a user without the rights to keep queues, so that its waiters listen for releases. */
    public LockBackend backendWithoutQueues(String... options) {
        return backendWithoutQueuesAt(server.uri(), options);
    }

    public LockBackend backendWithoutQueuesAt(String uri, String... options) {
        allowListener(server);
        List<String> all = new ArrayList<>(List.of("user=listener", "password=listening"));
        all.addAll(List.of(options));
        LockBackend backend = backendAt(uri, all.toArray(String[]::new));
        assertThat(backend.capabilities().has(Capability.FIFO_BETWEEN_CLIENTS)).isFalse();
        return backend;
    }

    /** Makes the user without the rights to keep queues. */
    public void allowListener(RedisServer at) {
        String[] rules = (RedisErrors.rights("interlock") + " -zadd").split(" ", -1);
        List<String> user = new ArrayList<>(List.of("ACL", "SETUSER", "listener", "on", ">listening"));
        user.addAll(List.of(rules));
        assertThat(at.command(user.toArray(String[]::new))).isEqualTo("OK");
    }

    public LockBackend backendAt(String uri, String... options) {
        LockSettings settings = settings(uri);
        for (String option : options) {
            int equals = option.indexOf('=');
            settings = settings.withOption(option.substring(0, equals), option.substring(equals + 1));
        }
        return started(new RedisLockBackendProvider().open(settings));
    }

    public LockBackend started(LockBackend backend) {
        backends.push(backend);
        backend.start(context);
        return backend;
    }

    public LockName name() {
        return new LockName("lock-" + names.incrementAndGet());
    }

    public static Attempt attempt(LockName name) {
        return attempt(name, LEASE, 1);
    }

    public static Attempt attempt(LockName name, Duration lease, int tokens) {
        return Attempt.of(name, AttemptId.random(), lease, tokens, null);
    }

    public static Grant granted(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(Granted.class);
        return ((Granted) outcome).grant();
    }

    public static Duration contended(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(Contended.class);
        return ((Contended) outcome).retryAfter();
    }

    public static Refused refused(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(Refused.class);
        return (Refused) outcome;
    }

    /** Until releases are signalled, and none is that the waiter has not looked at. */
    public static void untilSignalled(Contest contest) {
        await().until(() -> {
            contended(contest.attempt());
            return contest.signalled()
                    && !contest.signal().toCompletableFuture().isDone();
        });
    }

    public static String key(LockName name) {
        return RedisKeys.of("interlock", name).lock();
    }

    public static String tokenKey(LockName name) {
        return RedisKeys.of("interlock", name).token();
    }

    public long pttl(String key) {
        return Long.parseLong(server.command("PTTL", key));
    }

    @Override
    public void close() {
        backends.forEach(LockBackend::close);
        server.close();
        assertThat(context.lost()).as("on Redis, nothing is reported").isEmpty();
        assertThat(context.uncertain()).as("on Redis, nothing is reported").isEmpty();
    }
}
