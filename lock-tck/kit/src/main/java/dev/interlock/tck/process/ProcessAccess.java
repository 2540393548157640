// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

/**
 * The data with which a process becomes a client of the store under test.
 *
 * @param opener opens the backend there
 * @param address where the store is, for the opener; one line
 * @param end runs when no more clients are started
 */
public record ProcessAccess(Class<? extends BackendOpener> opener, String address, Runnable end)
        implements AutoCloseable {

    /**
     * Creates an access to a store that does not end with it.
     *
     * @param opener opens the backend there
     * @param address where the store is, for the opener; one line
     */
    public ProcessAccess(Class<? extends BackendOpener> opener, String address) {
        this(opener, address, () -> {});
    }

    @Override
    public void close() {
        end.run();
    }
}
