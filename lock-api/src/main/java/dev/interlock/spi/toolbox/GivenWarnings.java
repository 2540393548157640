// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The warnings about stores that were logged in this JVM. They keep later clients from logging the same warning again.
 * Thread-safe.
 */
public final class GivenWarnings {

    private static final int MOST = 1_000;

    private static final Set<String> GIVEN = ConcurrentHashMap.newKeySet();

    private GivenWarnings() {}

    /**
     * Returns whether a warning is new for a store. After 1,000 different warnings the record is cleared, and they are
     * logged once more.
     *
     * @param store as in {@link dev.interlock.spi.LockBackend#store()}
     * @param warning the text
     * @return true at the first call for this store and text
     */
    public static boolean isFirst(String store, String warning) {
        if (GIVEN.size() >= MOST) {
            GIVEN.clear();
        }
        return GIVEN.add(store + ": " + warning);
    }
}
