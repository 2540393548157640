// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.spi;

import dev.interlock.planted.internal.machine.SystemClock;
import dev.interlock.planted.spi.toolbox.Tool;

/** Planted faults of the SPI. */
final class SpiFaults {

    abstract static class SeesEngine {
        abstract SystemClock clock();
    }

    abstract static class SeesToolbox {
        abstract Tool tool();
    }
}
