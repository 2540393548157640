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

    /**
     * The side of readers of a lock for readers and writers. Only of contenders that have {@link Contender#shares()}.
     *
     * @param name the name
     * @return for one thread, not acquired
     */
    default NamedLock reader(String name) {
        throw new UnsupportedOperationException("no lock for readers and writers");
    }

    /**
     * The side of writers.
     *
     * @param name the name
     * @return for one thread, not acquired
     */
    default NamedLock writer(String name) {
        throw new UnsupportedOperationException("no lock for readers and writers");
    }

    @Override
    void close();
}
