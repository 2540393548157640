// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.testbed.server.RealServer;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import dev.interlock.testbed.server.ZookeeperServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A leader is killed, stopped beyond its lease, and sees its store restart. What the leaders count stays exact. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ElectionFaultsIT {

    private static final Duration LEASE = Duration.ofSeconds(4);

    /** From the end of a lease to the first write of the successor, on a machine with other work. */
    private static final Duration HAND_OVER = Duration.ofSeconds(20);

    @Test
    void on_redis() throws Exception {
        try (RedisServer server = RedisServer.start("--appendonly", "yes", "--appendfsync", "always")) {
            run("redis", server, "redis://" + server.host() + ":" + server.port());
        }
    }

    @Test
    void on_zookeeper() throws Exception {
        try (ZookeeperServer server = ZookeeperServer.start()) {
            String session = "?sessionTimeout=" + LEASE.toMillis() + "ms";
            run("zookeeper", server, "zookeeper://" + server.connectString() + "/locks" + session);
        }
    }

    @Test
    @Tag("nightly")
    void on_mysql() throws Exception {
        on(SqlProduct.MYSQL);
    }

    @Test
    @Tag("nightly")
    void on_postgresql() throws Exception {
        on(SqlProduct.POSTGRES);
    }

    private static void on(SqlProduct product) throws Exception {
        try (SqlServer server = SqlServer.start(product)) {
            String separator = server.url().contains("?") ? "&" : "?";
            run(product.id(), server, server.url() + separator + "user=" + server.user() + "&interlock.schema=create");
        }
    }

    private static void run(String store, RealServer server, String uri) throws IOException {
        try (Candidates candidates = new Candidates(uri, LEASE)) {
            candidates.start(3);
            Candidates.Report first = candidates.awaitTermAfter(0);

            long killed = System.nanoTime();
            candidates.jvm(first.candidate()).kill();
            Candidates.Report second = candidates.awaitTermAfter(first.term());
            Duration afterKill = Duration.ofNanos(second.nanos() - killed);
            assertThat(afterKill).isLessThan(LEASE.plus(HAND_OVER));
            candidates.start(1);
            candidates.awaitWrites(50);

            Candidates.Report paused = candidates.awaitTermAfter(first.term());
            long stopped = System.nanoTime();
            candidates.jvm(paused.candidate()).freeze();
            Candidates.Report third = candidates.awaitTermAfter(paused.term());
            Duration afterStop = Duration.ofNanos(third.nanos() - stopped);
            assertThat(afterStop).isLessThan(LEASE.plus(HAND_OVER));
            candidates.jvm(paused.candidate()).thaw();
            assertThat(candidates.awaitEnd(paused.term())).isIn("LOST", "LEASE_ENDING", "by itself");
            candidates.awaitWrites(50);

            long before = System.nanoTime();
            server.restart();
            candidates.awaitWrites(50);
            Duration afterRestart = Duration.ofNanos(System.nanoTime() - before);

            Candidates.Report last = candidates.awaitTermAfter(paused.term());
            long down = System.nanoTime();
            candidates.standDown(last.candidate());
            Candidates.Report next = candidates.awaitTermAfter(last.term());
            Duration afterStandDown = Duration.ofNanos(next.nanos() - down);

            assertThat(candidates.counter.lost()).isEmpty();
            LedCounter.State counted = candidates.counter.state();
            assertThat(counted.value()).as("each write counts").isEqualTo(counted.writes());
            List<Long> terms =
                    candidates.begun().stream().map(Candidates.Report::term).toList();
            assertThat(terms).doesNotHaveDuplicates();
            String seen = String.format(
                    "%s: successor %d ms after kill -9, %d ms after SIGSTOP (lease %d ms), 50 writes %d ms after a restart"
                            + " of the store, successor %d ms after standing down; %d terms, %d writes, %d refused%n",
                    store,
                    afterKill.toMillis(),
                    afterStop.toMillis(),
                    LEASE.toMillis(),
                    afterRestart.toMillis(),
                    afterStandDown.toMillis(),
                    terms.size(),
                    counted.writes(),
                    candidates.counter.refused());
            Files.writeString(Path.of("target", "election-" + store + ".txt"), seen);
        }
    }
}
