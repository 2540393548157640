// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.client;

import dev.interlock.LockSettings;
import dev.interlock.annotation.setting.KnownBackend;
import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import dev.interlock.spring.boot.config.ClientProperties;
import dev.interlock.spring.boot.config.LockConfigurationException;
import dev.interlock.spring.boot.store.StoreOfApplication;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Selects the store of a client: the one of its uri, or one that the application has. It never guesses between two. */
final class StoreSelector {

    private static final String JDBC_OPTIONS = "interlock.";
    private static final String MODULES = "lock-redis, lock-jdbc, lock-zookeeper or lock-etcd";

    private final StoreOfUri uris = new StoreOfUri();
    private final List<StoreOfApplication> stores;

    StoreSelector(List<StoreOfApplication> stores) {
        this.stores = stores.stream()
                .sorted(Comparator.comparing(StoreOfApplication::backend))
                .toList();
    }

    /**
     * A store whose configuration has been checked.
     *
     * @param backend its name in {@code interlock.backend}
     * @param isRowLock whether it keeps locks as locked rows
     * @param opening creates backends
     */
    record Selected(String backend, boolean isRowLock, Supplier<LockBackend> opening) {}

    /**
     * Selects a store, and checks its configuration. No I/O.
     *
     * @param prefix the start of the client's properties, with the last dot
     * @throws LockConfigurationException if none or several could serve, or the store refuses an option
     */
    Selected select(String prefix, ClientProperties properties) {
        Map<String, String> options = options(properties);
        String uri = properties.uri();
        String backend = properties.backend();
        try {
            if (uri != null) {
                return ofUri(prefix, uri, backend, properties.bean(), options);
            }
            if (backend != null && backend.equals(KnownBackend.MEMORY.setting())) {
                return new Selected(backend, false, () -> new MemoryStore().backend());
            }
            StoreOfApplication store = ofApplication(prefix, backend);
            boolean rowLock = "row-lock".equals(options.get("mode"));
            return new Selected(store.backend(), rowLock, store.prepare(properties.bean(), options));
        } catch (IllegalArgumentException e) {
            throw new LockConfigurationException(
                    "locks cannot be kept as " + prefix + "uri and " + prefix + "options say: " + e.getMessage(),
                    "Correct the option; the page of each store in docs/backends of Interlock lists its options.",
                    e);
        }
    }

    private static Map<String, String> options(ClientProperties properties) {
        Map<String, String> options = new TreeMap<>();
        properties.options().forEach((name, value) -> options.put(camelCase(name), value));
        if (properties.user() != null) {
            options.put("user", properties.user());
        }
        if (properties.password() != null) {
            options.put("password", properties.password());
        }
        return options;
    }

    /** The spelling of a store for an option that is written with hyphens, as properties are. */
    private static String camelCase(String option) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < option.length(); i++) {
            boolean first = i > 0 && option.charAt(i - 1) == '-';
            if (option.charAt(i) != '-') {
                name.append(first ? Character.toUpperCase(option.charAt(i)) : option.charAt(i));
            }
        }
        return name.toString();
    }

    private Selected ofUri(
            String prefix, String uri, @Nullable String backend, @Nullable String bean, Map<String, String> options) {
        LockBackendProvider provider = uris.provider(uri)
                .orElseThrow(() -> new LockConfigurationException(
                        prefix + "uri begins with '" + uri.substring(0, uri.indexOf(':') + 1)
                                + "', which no module on the class path"
                                + " serves; there are memory"
                                + uris.backends().stream().map(", "::concat).collect(Collectors.joining()),
                        "Correct the uri, or add the module of its store: dev.interlock:lock-redis, lock-jdbc,"
                                + " lock-zookeeper or lock-etcd.",
                        null));
        String served = StoreOfUri.backend(uri);
        if ((backend != null && !backend.equals(served)) || bean != null) {
            throw new LockConfigurationException(
                    prefix + "uri names a store (" + served + ") and "
                            + (bean != null ? prefix + "bean" : prefix + "backend") + " another ("
                            + (bean != null ? bean : backend) + ")",
                    "Remove one of them.",
                    null);
        }
        LockSettings settings = LockSettings.of(uri);
        for (Map.Entry<String, String> each : options.entrySet()) {
            String name = each.getKey();
            boolean plain = !served.equals("jdbc") || name.equals("user") || name.equals("password");
            settings = settings.withOption(plain ? name : JDBC_OPTIONS + name, each.getValue());
        }
        LockSettings complete = settings;
        provider.open(complete).close();
        return new Selected(served, KnownBackend.isRowLock(complete), () -> provider.open(complete));
    }

    private StoreOfApplication ofApplication(String prefix, @Nullable String backend) {
        List<StoreOfApplication> found = stores.stream()
                .filter(store -> !store.beans().isEmpty())
                .filter(store -> backend == null || store.backend().equals(backend))
                .toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        if (found.isEmpty()) {
            throw nothing(prefix, backend);
        }
        throw new LockConfigurationException(
                "several stores of the application could keep the locks: "
                        + found.stream().map(StoreSelector::text).collect(Collectors.joining("; ")),
                "Set " + prefix + "backend to one of "
                        + found.stream().map(StoreOfApplication::backend).collect(Collectors.joining(", "))
                        + ", or " + prefix + "uri.",
                null);
    }

    private LockConfigurationException nothing(String prefix, @Nullable String backend) {
        Map<String, String> examples = new TreeMap<>(Map.of(
                "redis", "redis://localhost:6379",
                "jdbc", "jdbc:postgresql://localhost/shop",
                "zookeeper", "zookeeper://localhost:2181",
                "etcd", "etcd://localhost:2379"));
        String wanted = backend == null ? "" : prefix + "backend is '" + backend + "' but ";
        if (uris.backends().isEmpty() || (backend != null && !uris.backends().contains(backend))) {
            String module = backend == null
                    ? MODULES
                    : KnownBackend.find(backend).map(KnownBackend::module).orElse(MODULES);
            return new LockConfigurationException(
                    wanted + "no module of " + (backend == null ? "a store" : "such a store") + " is on the class path",
                    "Add dev.interlock:" + module + ". For tests within one JVM, set " + prefix + "backend=memory.",
                    null);
        }
        examples.keySet()
                .removeIf(each -> backend != null
                        ? !each.equals(backend)
                        : !uris.backends().contains(each));
        String kinds = stores.stream()
                .filter(each -> backend == null || each.backend().equals(backend))
                .map(StoreOfApplication::kind)
                .distinct()
                .collect(Collectors.joining(" and no "));
        return new LockConfigurationException(
                wanted + prefix + "uri is not set, and the application has no "
                        + (kinds.isEmpty()
                                ? "store of its own that the modules on the class path ("
                                        + String.join(", ", uris.backends()) + ") could use"
                                : kinds),
                "Set " + prefix + "uri, such as " + String.join(" or ", examples.values())
                        + (kinds.isEmpty() ? "" : ", or configure the store for the application")
                        + ". For tests within one JVM, set " + prefix + "backend=memory.",
                null);
    }

    private static String text(StoreOfApplication store) {
        return store.kind() + " (" + String.join(", ", store.beans()) + ")";
    }
}
