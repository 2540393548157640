// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.backend;

/** A backend that the report knows. A new one is another class like these, and a line in the list of {@code Main}. */
public interface BackendUnderTest {

    /**
     * The backend's name.
     *
     * @return as given to {@code --backends}, such as {@code redis}
     */
    String name();

    /**
     * How many mutants may be tried at the same time: more than one only if each has a store of its own.
     *
     * @return at least 1
     */
    default int mutantsAtOnce() {
        return 1;
    }

    /**
     * Gets a store and makes it ready.
     *
     * @return the running backend, closed by the caller
     * @throws NoServerException if there is no server here
     */
    RunningBackend open() throws NoServerException;
}
