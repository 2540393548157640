// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.annotation.setting.KnownBackend;
import dev.interlock.micronaut.config.LockConfiguration;
import io.micronaut.context.exceptions.ConfigurationException;
import java.util.List;
import java.util.stream.Collectors;

/** Selects one of the stores on the class path. It never guesses between two. */
final class StoreSelector {

    private static final String MEMORY = "memory";

    /** Never the only store: it is a way between two others, which only a uri names. */
    private static final String MIGRATE = "migrate";

    private final List<LockStore> stores;

    StoreSelector(List<LockStore> stores) {
        this.stores = stores;
    }

    /**
     * Selects the store that the configuration names, or the only one.
     *
     * @throws ConfigurationException if none or several match, or the named one is not on the class path
     */
    LockStore choose(LockConfiguration configuration) {
        String backend = configuration.backend();
        String uri = configuration.uri();
        LockStore chosen = backend != null ? named(backend) : uri != null ? serving(uri) : onlyOne();
        if (uri != null && !chosen.serves(uri)) {
            throw new ConfigurationException(LockConfiguration.URI + " has the scheme '" + scheme(uri)
                    + "' but " + LockConfiguration.BACKEND + " is '" + backend
                    + "': they must mean the same store; remove one of them");
        }
        return chosen;
    }

    private LockStore named(String backend) {
        return stores.stream()
                .filter(store -> store.backend().equals(backend))
                .findFirst()
                .orElseThrow(() -> missing(backend));
    }

    private ConfigurationException missing(String backend) {
        String start = LockConfiguration.BACKEND + " is '" + backend + "' but ";
        return KnownBackend.find(backend)
                .map(known ->
                        new ConfigurationException(start + "its module is not on the class path: add dev.interlock:"
                                + known.module() + ", or take one of those that are there: " + names(stores)))
                .orElseGet(() -> new ConfigurationException(start
                        + "there is no such backend: it must be one of redis, zookeeper, etcd, jdbc and memory; on the"
                        + " class path are " + names(stores)));
    }

    private LockStore serving(String uri) {
        return stores.stream()
                .filter(store -> store.serves(uri))
                .findFirst()
                .orElseThrow(() -> new ConfigurationException(LockConfiguration.URI + " has the scheme '" + scheme(uri)
                        + "', which no backend on the class path serves; they are " + names(stores)
                        + ": correct the scheme, or add the module of that store"));
    }

    /** Memory does not count: users must request locks that reach no other process. */
    private LockStore onlyOne() {
        List<LockStore> real = stores.stream()
                .filter(store -> !store.backend().equals(MEMORY))
                .filter(store -> !store.backend().equals(MIGRATE))
                .toList();
        if (real.isEmpty()) {
            throw new ConfigurationException(LockConfiguration.BACKEND
                    + " is not set and there is no backend on the class path: add dev.interlock:lock-redis,"
                    + " lock-zookeeper, lock-etcd or lock-jdbc; or, for tests within one JVM, set "
                    + LockConfiguration.BACKEND
                    + "=" + MEMORY);
        }
        if (real.size() > 1) {
            throw new ConfigurationException(LockConfiguration.BACKEND + " is not set and there are several backends on"
                    + " the class path: set it to one of " + names(real));
        }
        return real.get(0);
    }

    private static String names(List<LockStore> stores) {
        return stores.stream().map(LockStore::backend).sorted().collect(Collectors.joining(", "));
    }

    private static String scheme(String uri) {
        int colon = uri.indexOf(':');
        return colon < 0 ? "" : uri.substring(0, colon);
    }
}
