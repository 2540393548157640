// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.reactor;

import dev.interlock.planted.spi.Backend;

/** Planted faults of the reactive locks. */
public final class ReactorFaults {

    abstract static class SeesSpi {
        abstract Backend backend();
    }
}
