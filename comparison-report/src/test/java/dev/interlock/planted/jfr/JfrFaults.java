// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.jfr;

import dev.interlock.planted.spi.Backend;

/** Planted faults of the events of the flight recorder. */
public final class JfrFaults {

    abstract static class SeesSpi {
        abstract Backend backend();
    }
}
