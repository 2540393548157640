// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.spi;

import dev.interlock.planted.internal.machine.SystemClock;

/** Planted faults of the SPI. */
abstract class SpiFaults {
    abstract SystemClock clock();
}
