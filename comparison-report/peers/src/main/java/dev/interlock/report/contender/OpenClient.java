// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

/** A client of a store, as an application uses it: shared by its threads. Thread-safe. */
public interface OpenClient extends AutoCloseable {

    /**
     * A lock by its name.
     *
     * @param name the name
     * @return for one thread, not acquired
     * @throws Exception if the store failed
     */
    NamedLock lock(String name) throws Exception;

    @Override
    void close();
}
