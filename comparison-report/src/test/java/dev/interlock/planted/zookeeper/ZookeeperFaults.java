// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.zookeeper;

import dev.interlock.planted.internal.machine.SystemClock;

/** Planted faults of another backend. */
final class ZookeeperFaults {

    abstract static class SeesEngine {
        abstract SystemClock clock();
    }
}
