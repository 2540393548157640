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
     * The side of readers of a lock for readers and writers. Only of libraries that have such locks.
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

    /**
     * One permit of a semaphore. Only of libraries that have semaphores.
     *
     * @param name the name
     * @param limit how many permits this client says there are
     * @return for one thread, not acquired
     * @throws Exception if the store failed
     */
    default NamedLock permit(String name, int limit) throws Exception {
        throw new UnsupportedOperationException("no semaphore");
    }

    /**
     * Becomes a candidate in an election. Only of libraries that have elections.
     *
     * @param name of the election
     * @param work of a leader
     * @return the candidate, which does not lead yet
     * @throws Exception if the store failed
     */
    default Candidate stand(String name, LeaderWork work) throws Exception {
        throw new UnsupportedOperationException("no election");
    }

    @Override
    void close();
}
