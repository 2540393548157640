// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the backend for a connection string among those on the class path: for a client, and for a backend that is made
 * of others. Thread-safe.
 */
public final class BackendProviders {

    private BackendProviders() {}

    /**
     * Opens, without I/O, the backend whose scheme is the longest that the uri starts with, among those that the context
     * class loader of the current thread sees and those that the class loader of the library sees.
     *
     * @param settings the connection string, and the options of the store
     * @return a backend that was not started
     * @throws IllegalArgumentException if no backend serves the scheme, or it does not understand the settings
     * @throws ServiceConfigurationError if a backend that a class loader lists cannot be loaded, and no other serves the
     *     scheme
     */
    public static LockBackend open(LockSettings settings) {
        Search search = new Search(settings.uri());
        ClassLoader own = BackendProviders.class.getClassLoader();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null && context != own) {
            search.in(context);
        }
        // The context class loader of a pool that a container or the JDK made may not see the library at all.
        search.in(own);
        return search.result().open(settings);
    }

    /** The provider with the longest scheme so far; of equal ones the first. */
    private static final class Search {

        private final String uri;
        private final Set<String> known = new TreeSet<>();
        private @Nullable LockBackendProvider best;
        private int length;
        private @Nullable ServiceConfigurationError broken;

        private Search(String uri) {
            this.uri = uri;
        }

        private void in(ClassLoader loader) {
            try {
                ServiceLoader.load(LockBackendProvider.class, loader).forEach(this::look);
            } catch (ServiceConfigurationError e) {
                broken = e;
            }
        }

        private void look(LockBackendProvider provider) {
            for (String scheme : provider.schemes()) {
                known.add(scheme);
                if (uri.startsWith(scheme) && scheme.length() > length) {
                    best = provider;
                    length = scheme.length();
                }
            }
        }

        private LockBackendProvider result() {
            LockBackendProvider found = best;
            if (found == null && broken != null) {
                throw broken;
            }
            if (found == null || hasBlanksAround(uri)) {
                throw UnservedUri.refusal(uri, known);
            }
            return found;
        }
    }

    private static boolean hasBlanksAround(String uri) {
        return !uri.equals(uri.strip());
    }
}
