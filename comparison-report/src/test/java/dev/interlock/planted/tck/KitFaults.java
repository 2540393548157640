// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.tck;

import dev.interlock.planted.mutants.MutantFaults;
import dev.interlock.planted.tck.rules.RuleFaults;
import dev.interlock.planted.testbed.server.PlantedServer;
import io.etcd.jetcd.Client;
import javax.sql.DataSource;
import org.apache.curator.framework.CuratorFramework;
import org.assertj.core.api.AbstractAssert;
import redis.clients.jedis.UnifiedJedis;

/** Planted faults of the kit. */
public final class KitFaults {

    abstract static class SeesJedis {
        abstract UnifiedJedis jedis();
    }

    abstract static class SeesCurator {
        abstract CuratorFramework curator();
    }

    abstract static class SeesJetcd {
        abstract Client client();
    }

    abstract static class SeesDataSource {
        abstract DataSource pool();
    }

    abstract static class SeesServer {
        abstract PlantedServer server();
    }

    abstract static class SeesAssertJ {
        abstract AbstractAssert<?, ?> assertion();
    }

    abstract static class SeesRule {
        abstract RuleFaults rule();
    }

    abstract static class SeesMutants {
        abstract MutantFaults mutants();
    }

    static final class ReadsWallClock {
        long time() {
            return System.currentTimeMillis();
        }
    }

    /** No fault: a measuring tool measures. */
    static final class CallsNanoTime {
        long time() {
            return System.nanoTime();
        }
    }
}
