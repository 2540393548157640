// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.tck;

import redis.clients.jedis.UnifiedJedis;

/** Planted faults of the kit. */
public final class KitFaults {

    abstract static class SeesJedis {
        abstract UnifiedJedis jedis();
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
