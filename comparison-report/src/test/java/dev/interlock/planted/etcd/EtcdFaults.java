// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.etcd;

import dev.interlock.planted.internal.machine.SystemClock;

/** Planted faults of another backend. */
final class EtcdFaults {

    abstract static class SeesEngine {
        abstract SystemClock clock();
    }
}
