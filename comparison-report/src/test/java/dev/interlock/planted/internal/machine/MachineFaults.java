// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.internal.machine;

import dev.interlock.planted.ApiFaults;

/** Planted faults of a package of the engine that the API sees. */
final class MachineFaults {

    abstract static class ClosesACycle {
        abstract ApiFaults api();
    }
}
