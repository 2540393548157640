// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted;

import dev.interlock.planted.internal.machine.SystemClock;
import dev.interlock.planted.spi.Backend;

/** No fault: the front door may see the SPI and the engine. */
abstract class LockClient {
    abstract long connect(Backend backend, SystemClock clock);
}
