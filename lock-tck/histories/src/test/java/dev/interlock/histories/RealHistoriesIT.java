// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.jdbc.tck.JdbcFixture;
import dev.interlock.jdbc.tck.RowLockFixture;
import dev.interlock.model.Trace;
import dev.interlock.model.TraceCheck;
import dev.interlock.model.TraceModule;
import dev.interlock.redis.tck.RedisFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.history.History;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.tck.ZookeeperFixture;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What client processes see of a real store is what the model of {@code docs/model} can do. */
@Timeout(value = 1, unit = TimeUnit.HOURS)
class RealHistoriesIT {

    private static final long LIMIT_SECONDS = 600;

    /** Between two faults: more than a hundred holds of each of two locks, a second for TLC besides its start. */
    private static final int ROUNDS = 60;

    private static final int MANY = 1_000;

    @Test
    void what_processes_see_of_redis_is_a_behaviour_of_the_model() throws Exception {
        History history = onRedis(ROUNDS);

        Optional<History> wrong = FalseHistory.of(history);
        if (wrong.isPresent()) {
            assertThat(refused("redis-false", HistoryTraces.of("false", wrong.get())))
                    .hasSize(1);
        }
    }

    @Test
    @Tag("nightly")
    void what_processes_see_of_mysql_is_a_behaviour_of_the_model() throws Exception {
        onLeases(SqlProduct.MYSQL, ROUNDS);
    }

    @Test
    void what_processes_see_of_zookeeper_is_a_behaviour_of_the_model() throws Exception {
        onZookeeper(ROUNDS);
    }

    @Test
    @Tag("nightly")
    void what_processes_see_of_row_locks_is_a_behaviour_of_the_model() throws Exception {
        onRowLocks(SqlProduct.POSTGRES, ROUNDS);
    }

    @Test
    @Tag("nightly")
    void more_of_redis() throws Exception {
        onRedis(MANY);
    }

    @Test
    @Tag("nightly")
    void more_of_mysql() throws Exception {
        onLeases(SqlProduct.MYSQL, MANY);
    }

    @Test
    @Tag("nightly")
    void more_of_postgresql() throws Exception {
        onLeases(SqlProduct.POSTGRES, MANY);
    }

    @Test
    @Tag("nightly")
    void more_of_zookeeper() throws Exception {
        onZookeeper(MANY);
    }

    @Test
    @Tag("nightly")
    void more_of_row_locks() throws Exception {
        onRowLocks(SqlProduct.MYSQL, MANY);
    }

    private static History onRedis(int rounds) throws Exception {
        try (RedisServer server = RedisServer.start()) {
            return check("redis-" + rounds, new RedisFixture(server), rounds, HistoryTraces::of);
        }
    }

    private static void onLeases(SqlProduct product, int rounds) throws Exception {
        try (SqlServer server = SqlServer.start(product)) {
            check(product.id() + "-" + rounds, new JdbcFixture(server), rounds, HistoryTraces::of);
        }
    }

    private static void onRowLocks(SqlProduct product, int rounds) throws Exception {
        try (SqlServer server = SqlServer.start(product)) {
            String store = product.id() + "-row-lock-" + rounds;
            check(store, new RowLockFixture(server), rounds, HistoryTraces::ofConnections);
        }
    }

    private static void onZookeeper(int rounds) throws Exception {
        try (ZookeeperServers servers = ZookeeperServers.of(ZookeeperServer.start())) {
            check("zookeeper-" + rounds, new ZookeeperFixture(servers), rounds, HistoryTraces::of);
        }
    }

    private static History check(
            String store, LockFixture fixture, int rounds, BiFunction<String, History, List<Trace>> tracing)
            throws Exception {
        History history = ProcessRun.on(fixture, rounds);
        history.write(Path.of("target", "history-" + store + ".tsv"), Long.MAX_VALUE);
        List<Trace> traces = tracing.apply(store, history);
        System.out.printf(
                "%s: %d traces of %d steps%n",
                store,
                traces.size(),
                traces.stream().mapToInt(trace -> trace.steps().size()).sum());
        assertThat(refused(store, traces)).isEmpty();
        assertThat(traces).hasSize(5);
        return history;
    }

    private static List<TraceCheck.Refused> refused(String directory, List<Trace> traces) throws Exception {
        return new TraceCheck(TraceModule.OBSERVED, Path.of("target", "traces", directory), LIMIT_SECONDS)
                .refused(traces);
    }
}
