// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.guard;

import dev.interlock.planted.spi.Backend;

/** Planted faults of the guards. */
abstract class GuardFaults {
    abstract Backend backend();
}
