// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.spi.LockBackend;

/**
 * Opens a backend on the same store in another process. It is found by its class name, so it needs a public constructor
 * without arguments and must be on the class path of the tests.
 */
@FunctionalInterface
public interface BackendOpener {

    /**
     * Opens a backend.
     *
     * @param address where the store is, in a form that the fixture and this class agree on; one line
     * @return a backend that was not started
     */
    LockBackend open(String address);
}
