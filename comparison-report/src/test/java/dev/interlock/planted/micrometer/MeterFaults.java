// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.micrometer;

import dev.interlock.planted.spi.Backend;

/** Planted faults of the meters. */
public final class MeterFaults {

    abstract static class SeesSpi {
        abstract Backend backend();
    }
}
