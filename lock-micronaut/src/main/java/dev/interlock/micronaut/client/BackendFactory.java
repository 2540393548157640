// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.spi.LockBackend;

/** Makes backends of a store whose configuration was checked. Thread-safe. */
@FunctionalInterface
public interface BackendFactory {

    /**
     * Makes a backend. It may be asked again if the store could not be reached.
     *
     * @return a backend that was not started
     */
    LockBackend open();
}
