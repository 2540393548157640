// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The warnings about stores that were given in this JVM, so that not every client that starts repeats them.
 * Thread-safe.
 */
public final class GivenWarnings {

    private static final int MOST = 1_000;

    private static final Set<String> GIVEN = ConcurrentHashMap.newKeySet();

    private GivenWarnings() {}

    /**
     * Whether a warning is to be given now: the first time that this is asked of a store and a text. After very many
     * different ones it forgets those before, and gives them once more.
     *
     * @param store as of {@link LockBackend#store()}
     * @param warning the text
     * @return true at the first call
     */
    public static boolean isFirst(String store, String warning) {
        if (GIVEN.size() >= MOST) {
            GIVEN.clear();
        }
        return GIVEN.add(store + ": " + warning);
    }
}
