// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockSettings;
import dev.interlock.redis.tck.RedisFixture;
import dev.interlock.tck.network.OutageTck;
import dev.interlock.testbed.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The limits of everything at a Redis server that says nothing. */
class RedisOutageIT extends OutageTck {

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected LockClient client() {
        return client(server.port());
    }

    @Override
    protected LockClient client(int port) {
        return LockClient.connect(server.uriThrough(port));
    }

    @Override
    protected void freeze() {
        server.freeze();
    }

    @Override
    protected void thaw() {
        server.thaw();
    }

    @Override
    protected String name() {
        return new RedisFixture(server).uniqueName();
    }

    @Test
    @DisplayName("N15: a step takes no longer because it waited for a connection, or because others wait for one")
    void a_step_has_one_limit_also_when_the_pool_is_used_up() throws Exception {
        LockClient client = LockClient.connect(LockSettings.of(server.uri())
                .withOption("timeout", "6s")
                .withOption("poolSize", "2")
                .withOption("poolWait", "6s"));
        List<String> names = Stream.generate(this::name).limit(8).toList();
        ExecutorService threads = Executors.newCachedThreadPool();
        freeze();
        try {
            List<Future<Duration>> tries = new ArrayList<>();
            long start = System.nanoTime();
            for (String name : names) {
                tries.add(threads.submit(() -> timeOf(client, name)));
                // A later caller has more of its time left when a connection becomes free.
                Duration next = Duration.ofMillis(300L * tries.size());
                await().until(() -> System.nanoTime() - start >= next.toNanos());
            }
            for (Future<Duration> taken : tries) {
                assertThat(taken.get()).isLessThan(Duration.ofMillis(10_500));
            }
        } finally {
            thaw();
            threads.shutdown();
            client.close();
        }
    }

    private static Duration timeOf(LockClient client, String name) {
        long start = System.nanoTime();
        assertThatThrownBy(() -> client.lock(name).tryAcquire()).isInstanceOf(LockException.class);
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
