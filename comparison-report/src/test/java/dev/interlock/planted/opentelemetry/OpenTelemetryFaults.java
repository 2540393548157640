// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.opentelemetry;

import dev.interlock.planted.spi.Backend;

/** Planted faults of the traces. */
public final class OpenTelemetryFaults {

    abstract static class SeesSpi {
        abstract Backend backend();
    }
}
