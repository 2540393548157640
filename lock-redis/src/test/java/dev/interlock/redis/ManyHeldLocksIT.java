// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.MultiLockHandle;
import dev.interlock.testbed.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fifty thousand locks held by one client for several leases: how many requests and threads that takes. */
@Tag("matrix")
class ManyHeldLocksIT {

    private static final Logger LOG = LoggerFactory.getLogger(ManyHeldLocksIT.class);
    private static final int SETS = 50;
    private static final int LOCKS = 50_000;
    private static final Duration LEASE = Duration.ofSeconds(30);

    @Test
    void fifty_thousand_locks_are_kept_by_few_requests() throws InterruptedException {
        try (RedisServer server = RedisServer.start();
                LockClient client = LockClient.connect("redis://127.0.0.1:" + server.port())) {
            long start = System.nanoTime();
            List<MultiLockHandle> sets = new ArrayList<>();
            for (int set = 0; set < SETS; set++) {
                int first = set * (LOCKS / SETS);
                List<String> names = IntStream.range(first, first + LOCKS / SETS)
                        .mapToObj(i -> "lock " + i)
                        .toList();
                sets.add(client.lockAll(names)
                        .acquire(
                                AcquireOptions.waitAtMost(Duration.ofMinutes(1)).withLease(LEASE)));
            }
            LOG.info("{} locks acquired in {} ms", LOCKS, (System.nanoTime() - start) / 1_000_000);
            long before = scripts(server);
            long began = System.nanoTime();
            await().atMost(Duration.ofMinutes(5))
                    .pollInterval(Duration.ofMillis(200))
                    .until(() ->
                            System.nanoTime() - began > LEASE.multipliedBy(2).toNanos());
            long sent = scripts(server) - before;
            long threads = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("interlock"))
                    .count();
            LOG.info("{} locks held for two leases: {} scripts, {} threads of the client", LOCKS, sent, threads);
            assertThat(sets).allMatch(set -> set.state() == HandleState.HELD);
            assertThat(sent).isLessThan(LOCKS);
            start = System.nanoTime();
            sets.forEach(MultiLockHandle::close);
            LOG.info("{} locks released in {} ms", LOCKS, (System.nanoTime() - start) / 1_000_000);
        }
    }

    private static long scripts(RedisServer server) {
        return server.commandCalls().getOrDefault("evalsha", 0L);
    }
}
