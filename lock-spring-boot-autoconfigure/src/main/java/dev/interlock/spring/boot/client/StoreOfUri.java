// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.client;

import dev.interlock.annotation.setting.KnownBackend;
import dev.interlock.spi.LockBackendProvider;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SortedSet;
import java.util.TreeSet;
import org.springframework.util.ClassUtils;

/** The stores that a uri can name: those whose modules are on the class path. Immutable. */
final class StoreOfUri {

    /** The names in {@code interlock.backend} whose schemes begin in another way. */
    private static final Map<String, String> BACKENDS = Map.of("rediss", "redis", "redlock", "redis");

    private final List<LockBackendProvider> providers =
            ServiceLoader.load(LockBackendProvider.class, ClassUtils.getDefaultClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    /** The provider with the longest scheme that fits. */
    Optional<LockBackendProvider> provider(String uri) {
        return providers.stream()
                .filter(each -> fit(each, uri) > 0)
                .max(Comparator.comparingInt(each -> fit(each, uri)));
    }

    private static int fit(LockBackendProvider provider, String uri) {
        return provider.schemes().stream()
                .filter(uri::startsWith)
                .mapToInt(String::length)
                .max()
                .orElse(0);
    }

    /** The backends on the class path except memory, for messages. */
    SortedSet<String> backends() {
        SortedSet<String> names = new TreeSet<>();
        providers.forEach(each -> each.schemes().forEach(scheme -> names.add(backend(scheme))));
        names.remove(KnownBackend.MEMORY.setting());
        return names;
    }

    /** The name in {@code interlock.backend} for a uri. */
    static String backend(String uri) {
        String start = uri.split("[-:]", 2)[0];
        return BACKENDS.getOrDefault(start, start);
    }
}
