// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.LockSettings;
import java.util.Set;

/**
 * Creates the backend for a scheme. Register it under {@code META-INF/services/dev.interlock.spi.LockBackendProvider}.
 * It needs a public constructor without parameters.
 */
public interface LockBackendProvider {

    /**
     * The schemes of this provider. Each includes the part up to the last colon that identifies it.
     *
     * @return such as {@code redis:}, {@code jdbc:mysql:}
     */
    Set<String> schemes();

    /**
     * Creates a backend. No I/O.
     *
     * @param settings the connection string and the options
     * @return a backend that has not been started
     * @throws IllegalArgumentException if the uri, an option or a value is not valid. The message names it.
     */
    LockBackend open(LockSettings settings);
}
