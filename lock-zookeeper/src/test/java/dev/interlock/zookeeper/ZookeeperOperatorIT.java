// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.FreeResult;
import dev.interlock.HandleState;
import dev.interlock.HeldLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockOperator;
import dev.interlock.LockSettings;
import dev.interlock.ReleaseResult;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an operator does to locks on a real server. */
class ZookeeperOperatorIT {

    private static ZookeeperServers servers;

    private final LockClient client = client();
    private final LockOperator operator = client.operator();

    @BeforeAll
    static void startServer() {
        servers = ZookeeperServers.of(ZookeeperServer.start());
    }

    @AfterAll
    static void stopServer() {
        servers.close();
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static LockClient client() {
        LockSettings settings = LockSettings.of(
                "zookeeper://" + servers.connectString() + "/shop?timeout=20s&connectTimeout=30s&sessionTimeout=30s");
        return LockClient.using(
                new ZookeeperLockBackendProvider().open(settings), ClientOptions.STANDARD.withHolderHint("node-1"));
    }

    private static List<String> names(List<HeldLock> locks) {
        return locks.stream().map(lock -> lock.name().value()).toList();
    }

    @Test
    void a_list_has_the_held_locks_whose_names_start_so() throws InterruptedException {
        List<String> many = IntStream.range(0, 150)
                .mapToObj(number -> String.format("list/%%%03d", number))
                .toList();
        List<LockHandle> held = new ArrayList<>();
        for (String name : many) {
            held.add(client.lock(name).acquire());
        }
        client.lock("list/ü").acquire().release();
        LockHandle other = client.lock("zookeeper").acquire();
        LockHandle reader = client.readWrite("list/readers").read().acquire();
        assertThat(names(operator.list("list/", 1_000))).isEqualTo(many);
        assertThat(operator.list("", 120)).hasSize(120);
        HeldLock listed = operator.list("list/%000", 10).get(0);
        assertThat(listed.holder().fencingToken()).isEqualTo(held.get(0).fencingToken());
        assertThat(listed.holder().hint()).hasValue("node-1");
        assertThat(listed.waiters()).isEqualTo(OptionalInt.of(0));
        held.forEach(LockHandle::release);
        reader.release();
        assertThat(names(operator.list("", 1_000))).containsExactly("zookeeper");
        other.release();
    }

    @Test
    void frees_the_holder_that_was_looked_at_and_wakes_the_next() throws Exception {
        LockHandle held = client.lock("a").acquire();
        try (LockClient second = client()) {
            CompletableFuture<LockHandle> waiting =
                    second.lock("a").acquireAsync(AcquireOptions.waitAtMost(Duration.ofMinutes(5)));
            await().until(() -> operator.list("a", 1).get(0).waiters().getAsInt() == 1);
            long token = held.fencingToken();
            assertThat(operator.free("a", token + 64)).isEqualTo(new FreeResult.OtherToken(token));
            assertThat(operator.free("a", token)).isEqualTo(new FreeResult.Freed());
            try (LockHandle next = waiting.get(60, TimeUnit.SECONDS)) {
                assertThat(next.fencingToken()).isGreaterThan(token);
                assertThat(operator.free("a", token)).isEqualTo(new FreeResult.OtherToken(next.fencingToken()));
                await().until(() -> held.state() == HandleState.LOST);
                assertThat(held.release()).isEqualTo(ReleaseResult.NOT_HELD);
                assertThat(client.inspect("a")).isPresent();
            }
            assertThat(operator.free("a", token)).isEqualTo(new FreeResult.NotHeld());
        }
    }
}
