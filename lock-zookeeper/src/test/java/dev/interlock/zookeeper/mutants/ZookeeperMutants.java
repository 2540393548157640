// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.mutants;

import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantCatalog;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.tck.ZookeeperFixture;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import dev.interlock.zookeeper.tck.ZookeeperSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The broken ZooKeeper locks, each on the same real server, which starts with the first of them and ends with the JVM.
 */
public final class ZookeeperMutants implements MutantCatalog {

    /** The longest that the kit's servers grant. */
    private static final Duration LONG_SESSION = Duration.ofSeconds(60);

    /** For the service loader. */
    public ZookeeperMutants() {
        // Nothing to set up.
    }

    @Override
    public String backend() {
        return "zookeeper";
    }

    @Override
    public List<Mutant> mutants() {
        List<Mutant> all = new ArrayList<>();
        all.addAll(AcquireMutants.all());
        all.addAll(HoldMutants.all());
        all.addAll(RecallMutants.all());
        return all;
    }

    static Mutant mutant(String id, String broken, Rule rule, Function<String, LockBackend> opener) {
        return new Mutant(id, broken, Set.of(rule), () -> fixture(opener));
    }

    static ZookeeperFixture fixture(Function<String, LockBackend> opener) {
        return ZookeeperFixture.ofMutant(Server.SHARED, opener);
    }

    /** With sessions so long that nothing is proven anew while a rule waits. */
    static ZookeeperFixture patientFixture(Function<String, LockBackend> opener) {
        return new ZookeeperFixture(Server.SHARED, ZookeeperSteps.OPERATIONS, LONG_SESSION, opener);
    }

    /**
     * What they are made from; it passes, so it need not hurry, and its sessions outlast the stalls
     * of a loaded machine.
     */
    static ZookeeperFixture control() {
        return ZookeeperFixture.ofControl(Server.SHARED, SimpleZookeeper::new);
    }

    /** What those are made from that recall wrongly. */
    static ZookeeperFixture recallingControl() {
        return ZookeeperFixture.ofControl(Server.SHARED, RecallingZookeeper::new);
    }

    /** Loaded, and so started, with the first mutant that runs. */
    private static final class Server {
        private static final ZookeeperServers SHARED = ZookeeperServers.of(ZookeeperServer.start());
    }
}
