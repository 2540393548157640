// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.etcd;

import dev.interlock.LockClient;
import dev.interlock.etcd.tck.EtcdFixture;
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
import dev.interlock.testbed.server.EtcdServer;
import io.etcd.jetcd.Client;
import java.util.List;

/** One etcd server; the rule that lets another server take over starts a cluster of its own. */
final class RunningEtcd implements RunningBackend {

    /** A look, a lease, and the transaction that takes the lock. */
    private static final int PER_ACQUIRE = 3;

    /** The transaction, and in the background the end of the lease. */
    private static final int PER_RELEASE = 2;

    /** A look each 5 s, which also renews the waiter's lease; the driver sends a renewal twice. At most once a second. */
    private static final WaiterTrafficBenchmark.IdleLimit WAITING = new WaiterTrafficBenchmark.IdleLimit(3, "");

    private static final String COMPARISON =
            "The raw client asks for a lease, puts a key with it in a transaction if there is none, deletes the key, and"
                    + " does not wait for the end of the lease. Interlock looks at the lock and its queue before that,"
                    + " so that a try never overtakes a waiter, and compares the owner when it deletes.";

    private final EtcdServer server;
    private final Client raw;

    RunningEtcd(EtcdServer server) {
        this.server = server;
        this.raw = Client.builder().target("ip:///" + server.endpoint()).build();
    }

    @Override
    public ServerInfo server() {
        return ServerInfo.of(server.product(), server.version(), server.source(), Servers.ONE);
    }

    @Override
    public List<String> limits() {
        return List.of(
                "That a paused client knows: the servers end its lease without it, and the lock goes to another.",
                "The end of a lease to the second: a crashed holder blocks others for up to 3 s longer.",
                "Living leases after a leader that hung goes on, before 3.4.31 and 3.5.13.",
                "Progress without a majority of the servers.",
                "Growing tokens after the servers were restored from an old backup or lost their data.");
    }

    @Override
    public LockFixture fixture() {
        return new EtcdFixture(server);
    }

    /** The classes of the driver are many: the first start in a busy JVM can take longer than by default. */
    @Override
    public LockClient openClient() {
        return LockClient.connect("etcd://" + server.endpoint() + "?connectTimeout=30s");
    }

    @Override
    public List<Benchmark> benchmarks(Budget budget) {
        Budget less = budget.forSlowStore();
        RequestCounter counter = EtcdRequestCounter.of(server);
        return List.of(
                UncontendedBenchmark.against(
                        () -> new InterlockContender(openClient()), new EtcdBaseline(raw), List.of(), COMPARISON, less),
                new LoadBenchmark(this::openClient, less),
                new RoundTripsBenchmark(counter, PER_ACQUIRE, this::openClient, less).withPerRelease(PER_RELEASE),
                new WaiterTrafficBenchmark(counter, WAITING, this::openClient, less),
                new WaiterGrowthBenchmark(counter, this::openClient, less),
                new LockGrowthBenchmark(this::openClient, LockGrowthBenchmark.NO_BOUND, less));
    }

    @Override
    public void close() {
        raw.close();
        server.close();
    }
}
