// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.backend;

import dev.interlock.tck.Rule;
import java.util.Set;

/** A backend of the report. A new backend needs a class like this, and a line in the list of {@code Main}. */
public interface BackendUnderTest {

    /**
     * The backend's name.
     *
     * @return as given to {@code --stores}, such as {@code redis}
     */
    String name();

    /**
     * How many mutants may run at the same time: more than one only if each has a store of its own.
     *
     * @return at least 1
     */
    default int mutantsAtOnce() {
        return 1;
    }

    /**
     * Whether its rules wait much longer than those of other backends, so that they must begin first.
     *
     * @return false unless they do
     */
    default boolean isSlow() {
        return false;
    }

    /**
     * The rules that must not be run here in any scope.
     *
     * @return none, unless the store is the user's own
     */
    default Set<Rule> refused() {
        return Set.of();
    }

    /**
     * Starts or finds a store, and prepares it.
     *
     * @return the running backend, closed by the caller
     * @throws NoServerException if there is no server here
     */
    RunningBackend open() throws NoServerException;
}
