// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.LockSettings;
import java.util.Set;

/**
 * Maps a scheme to a backend. Registered under {@code META-INF/services/dev.interlock.spi.LockBackendProvider}; with a
 * public constructor without parameters.
 */
public interface LockBackendProvider {

    /**
     * The schemes this provider serves, each with what follows up to and including the last colon that identifies it.
     *
     * @return such as {@code redis:}, {@code jdbc:mysql:}
     */
    Set<String> schemes();

    /**
     * Makes a backend, without I/O.
     *
     * @param settings where and how
     * @return a backend that was not started
     * @throws IllegalArgumentException if the uri, an option or a value is not understood, naming it
     */
    LockBackend open(LockSettings settings);
}
