// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.zookeeper;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.report.backend.RunningBackend;
import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.report.benchmark.InterlockContender;
import dev.interlock.report.benchmark.LoadBenchmark;
import dev.interlock.report.benchmark.LockGrowthBenchmark;
import dev.interlock.report.benchmark.RequestCounter;
import dev.interlock.report.benchmark.RoundTripsBenchmark;
import dev.interlock.report.benchmark.UncontendedBenchmark;
import dev.interlock.report.benchmark.WaiterGrowthBenchmark;
import dev.interlock.report.benchmark.WaiterTrafficBenchmark;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.data.BackendReport.ServerInfo.Servers;
import dev.interlock.tck.LockFixture;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.ZookeeperLockBackend;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.tck.ZookeeperFixture;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/** One ZooKeeper server or three, and a session that Interlock shares with its contenders. */
final class RunningZookeeper implements RunningBackend {

    /** A transaction whose answer shows whether the lock was free. */
    private static final int PER_ACQUIRE = 1;

    /** Only an occasional ping of each session. */
    private static final WaiterTrafficBenchmark.IdleLimit WAITING = new WaiterTrafficBenchmark.IdleLimit(1, "");

    /** Also the default of the backend. */
    private static final Duration SESSION =
            ZookeeperLockOptions.STANDARD.server().sessionTimeout();

    private static final Duration WAIT = Duration.ofSeconds(10);

    private static final String COMPARISON =
            "Interlock acquires with a wait, as Curator does. The raw client creates a node with its Stat, asks for the"
                    + " list of children right behind, and deletes the node. All three share one session.";

    private final ZookeeperServers servers;
    private final CuratorFramework curator;

    RunningZookeeper(ZookeeperServers servers) {
        this.servers = servers;
        this.curator = CuratorFrameworkFactory.newClient(
                servers.connectString(),
                Math.toIntExact(SESSION.toMillis()),
                Math.toIntExact(WAIT.toMillis()),
                new RetryOneTime(1));
        curator.start();
    }

    /** With the session of the contenders. */
    private InterlockContender sharing() {
        LockClient client = LockClient.using(
                ZookeeperLockBackend.using(curator, ZookeeperLockOptions.STANDARD), ClientOptions.STANDARD);
        return new InterlockContender(client, WAIT);
    }

    @Override
    public ServerInfo server() {
        ZookeeperServer one = servers.servers().get(0);
        String product = servers.servers().size() == 1
                ? one.product()
                : servers.servers().size() + " x " + one.product();
        return ServerInfo.of(
                product,
                one.version(),
                servers.source(),
                servers.servers().size() == 1 ? Servers.ONE : Servers.SEVERAL);
    }

    @Override
    public String topology() {
        int count = servers.servers().size();
        return count == 1 ? "one server" : "an ensemble of " + count;
    }

    @Override
    public List<String> limits() {
        return List.of(
                "That a paused client knows: its session ends without it, and the lock goes to another.",
                "A lease that ends earlier than the session when a client dies or is cut off.",
                "A lease longer than the session.",
                "Growing tokens after the servers were restored from an old backup or lost their data.",
                "Secrets from users that may read the nodes.");
    }

    @Override
    public LockFixture fixture() {
        return new ZookeeperFixture(servers);
    }

    @Override
    public LockClient openClient() {
        return LockClient.connect(uri());
    }

    private String uri() {
        return "zookeeper://" + servers.connectString();
    }

    @Override
    public List<Benchmark> benchmarks(Budget budget) {
        Budget less = budget.forSlowStore();
        List<Benchmark> benchmarks = new ArrayList<>();
        benchmarks.add(UncontendedBenchmark.against(
                this::sharing,
                new ZookeeperBaseline(curator),
                List.of(new CuratorContender(curator)),
                COMPARISON,
                less));
        benchmarks.add(new LoadBenchmark(this::openClient, less));
        // The other benchmarks count requests at the server, so it must not have other users.
        if (servers.servers().get(0).ownsProcess()) {
            RequestCounter counter = ZookeeperRequestCounter.of(servers.servers());
            benchmarks.add(new RoundTripsBenchmark(counter, PER_ACQUIRE, this::openClient, less));
            benchmarks.add(new WaiterTrafficBenchmark(counter, WAITING, this::openClient, less));
            benchmarks.add(new WaiterGrowthBenchmark(counter, this::openClient, less));
            benchmarks.add(new LockGrowthBenchmark(this::openClient, LockGrowthBenchmark.NO_BOUND, less));
            benchmarks.add(new HerdEffectBenchmark(uri(), counter, less));
        }
        return benchmarks;
    }

    @Override
    public void close() {
        curator.close();
        servers.close();
    }
}
