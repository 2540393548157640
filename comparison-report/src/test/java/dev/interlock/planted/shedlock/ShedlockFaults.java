// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.shedlock;

import dev.interlock.planted.spi.Backend;

/** Planted faults of the provider for ShedLock. */
public final class ShedlockFaults {

    abstract static class SeesSpi {
        abstract Backend backend();
    }
}
