// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;

/** Finds the backend for a connection string among those on the class path. */
public final class BackendProviders {

    private BackendProviders() {}

    /**
     * Opens, without I/O, the backend whose scheme is the longest that the uri starts with.
     *
     * @param settings where and how
     * @return a backend that was not started
     * @throws IllegalArgumentException if no backend serves the scheme, or it does not understand the settings
     */
    public static LockBackend open(LockSettings settings) {
        LockBackendProvider best = null;
        int length = 0;
        Set<String> known = new TreeSet<>();
        for (LockBackendProvider provider : ServiceLoader.load(LockBackendProvider.class, classLoader())) {
            for (String scheme : provider.schemes()) {
                known.add(scheme);
                if (settings.uri().startsWith(scheme) && scheme.length() > length) {
                    best = provider;
                    length = scheme.length();
                }
            }
        }
        if (best == null || hasBlanksAround(settings.uri())) {
            throw UnservedUri.refusal(settings.uri(), known);
        }
        return best.open(settings);
    }

    private static boolean hasBlanksAround(String uri) {
        return !uri.equals(uri.strip());
    }

    private static ClassLoader classLoader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context != null ? context : BackendProviders.class.getClassLoader();
    }
}
