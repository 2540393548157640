// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.spi.LockBackend;

/** Creates backends for a store whose configuration has been checked. Thread-safe. */
@FunctionalInterface
public interface BackendFactory {

    /**
     * Creates a backend. Called again if the store could not be reached.
     *
     * @return a backend that has not been started
     */
    LockBackend open();
}
