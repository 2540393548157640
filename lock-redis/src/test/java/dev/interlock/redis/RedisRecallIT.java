// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.testbed.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Locks that a client retains, and other clients that want them. The retention and the lease are so long that only a
 * recall can be the reason if another client gets the lock.
 */
class RedisRecallIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final AcquireOptions RETAINING = AcquireOptions.waitAtMost(Duration.ofMinutes(2))
            .withLease(Duration.ofHours(3))
            .withRetention(Duration.ofMinutes(50));

    private static final AcquireOptions WAITING =
            AcquireOptions.waitAtMost(LIMIT).withLease(Duration.ofHours(3));

    private RedisServer server;
    private LockClient retaining;
    private LockClient other;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        retaining = client(RETAINING);
        other = client(WAITING);
    }

    @AfterEach
    void stop() {
        retaining.close();
        other.close();
        server.close();
    }

    private LockClient client(AcquireOptions defaults) {
        return LockClient.connect(LockSettings.of(server.uri())
                .withClient(ClientOptions.STANDARD.withDefaults(defaults).withHolderHint("a hint")));
    }

    /** Until the client listens, its locks are not retained. */
    private LockHandle retained(String name) throws InterruptedException {
        await().atMost(LIMIT).until(() -> {
            LockHandle before = retaining.lock(name).acquire();
            before.close();
            try (LockHandle after = retaining.lock(name).acquire()) {
                return after.fencingToken() == before.fencingToken() + 1;
            }
        });
        LockHandle last = retaining.lock(name).acquire();
        last.close();
        return last;
    }

    private long scripts() {
        Map<String, Long> calls = server.commandCalls();
        return calls.getOrDefault("eval", 0L) + calls.getOrDefault("evalsha", 0L);
    }

    @Test
    void a_retained_lock_is_acquired_and_released_without_a_script() throws Exception {
        LockHandle before = retained("a");
        long scripts = scripts();
        LockHandle handle = retaining.lock("a").acquire();
        handle.close();
        // Heartbeats are scripts too, one a second.
        assertThat(scripts() - scripts).isLessThan(2);
        assertThat(handle.fencingToken()).isEqualTo(before.fencingToken() + 1);
        assertThat(other.inspect("a").orElseThrow().hint()).contains("a hint");
    }

    @Test
    void a_waiter_of_another_client_gets_it_with_a_greater_token() throws Exception {
        LockHandle before = retained("a");
        try (LockHandle handle = other.lock("a").acquire()) {
            assertThat(handle.fencingToken()).isGreaterThan(before.fencingToken());
            assertThat(retaining.lock("a").tryAcquire()).isEmpty();
        }
    }

    @Test
    void a_try_of_another_client_finds_it_taken_and_the_next_finds_it_free() throws Exception {
        retained("a");
        await().atMost(LIMIT).until(() -> other.lock("a").tryAcquire().isPresent());
    }

    @Test
    void a_set_of_another_client_gets_it() throws Exception {
        retained("b");
        other.lockAll(List.of("a", "b")).acquire(WAITING).close();
    }

    @Test
    void one_that_waits_since_before_the_grant_gets_it() throws Exception {
        retained("warm");
        LockHandle first = other.lock("a").acquire();
        CompletableFuture<LockHandle> second = retaining.lock("a").acquireAsync(RETAINING);
        await().atMost(LIMIT).until(() -> server.command("ZCARD", queueOfA()).contains("1"));
        try (LockClient third = client(WAITING)) {
            CompletableFuture<LockHandle> last = third.lock("a").acquireAsync(WAITING);
            await().atMost(LIMIT)
                    .until(() -> server.command("ZCARD", queueOfA()).contains("2"));
            first.close();
            second.get(LIMIT.toSeconds(), TimeUnit.SECONDS).close();
            last.get(LIMIT.toSeconds(), TimeUnit.SECONDS).close();
        }
    }

    private String queueOfA() {
        return RedisKeys.of(RedisLockOptions.STANDARD.prefix(), new LockName("a"))
                        .lock() + ":queue";
    }

    @Test
    void a_client_that_does_not_hear_retains_nothing() throws Exception {
        retained("a");
        server.command("CLIENT", "KILL", "TYPE", "pubsub");
        await().atMost(LIMIT).until(() -> other.inspect("a").isEmpty());
        retained("a");
    }

    @Test
    void the_close_frees_all() throws Exception {
        for (int i = 0; i < 300; i++) {
            retaining.lock("many-" + i).acquire().close();
        }
        retaining.close();
        for (int i = 0; i < 300; i++) {
            assertThat(other.inspect("many-" + i)).isEmpty();
        }
    }
}
