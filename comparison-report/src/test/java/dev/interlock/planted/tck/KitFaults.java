// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.tck;

import javax.sql.DataSource;
import org.apache.curator.framework.CuratorFramework;
import redis.clients.jedis.UnifiedJedis;

/** Planted faults of the kit. */
public final class KitFaults {

    abstract static class SeesJedis {
        abstract UnifiedJedis jedis();
    }

    abstract static class SeesCurator {
        abstract CuratorFramework curator();
    }

    abstract static class SeesDataSource {
        abstract DataSource pool();
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
