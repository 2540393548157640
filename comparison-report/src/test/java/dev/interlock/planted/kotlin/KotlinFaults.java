// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.kotlin;

import dev.interlock.planted.spi.Backend;

/** Planted faults of the locks of coroutines. */
public final class KotlinFaults {

    abstract static class SeesSpi {
        abstract Backend backend();
    }
}
