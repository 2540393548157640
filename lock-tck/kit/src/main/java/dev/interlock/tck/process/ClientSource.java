// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

/**
 * What a process needs to become a client of the store under test.
 *
 * @param factory opens the backend there
 * @param at where the store is, for the factory; one line
 * @param end is run when no more clients are started
 */
public record ClientSource(Class<? extends ClientBackend> factory, String at, Runnable end) implements AutoCloseable {

    /**
     * A source for a store that does not end with it.
     *
     * @param factory opens the backend there
     * @param at where the store is, for the factory; one line
     */
    public ClientSource(Class<? extends ClientBackend> factory, String at) {
        this(factory, at, () -> {});
    }

    @Override
    public void close() {
        end.run();
    }
}
