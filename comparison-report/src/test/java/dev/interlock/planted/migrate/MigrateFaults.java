// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.migrate;

import dev.interlock.planted.internal.machine.SystemClock;

/** Planted faults of a backend that is made of others. */
final class MigrateFaults {

    abstract static class SeesEngine {
        abstract SystemClock clock();
    }
}
