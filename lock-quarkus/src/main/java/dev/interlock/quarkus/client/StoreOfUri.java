// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.client;

import dev.interlock.Capability;
import dev.interlock.LockSettings;
import dev.interlock.annotation.setting.KnownBackend;
import dev.interlock.quarkus.config.ClientConfig;
import dev.interlock.spi.LockBackendProvider;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The store that a uri names.
 *
 * @param settings the uri and the options of the store
 * @param provider creates its backends
 */
record StoreOfUri(LockSettings settings, LockBackendProvider provider) {

    /** The names of backends whose schemes begin in another way. */
    private static final Map<String, String> BACKENDS = Map.of("rediss", "redis", "redlock", "redis");

    /** These two have no such start in any store. */
    private static final Set<String> LOGIN = Set.of("user", "password");

    /** How our options begin where a driver has some of its own. */
    private static final String JDBC_OPTIONS = "interlock.";

    private static final Pattern HYPHEN = Pattern.compile("-(.)");

    /**
     * Finds the store and checks its configuration. No I/O.
     *
     * @param prefix the start of the client's properties, with the last dot
     * @param uri the connection string
     * @param config the properties
     * @throws ConfigurationException if no store on the class path serves the uri, or it refuses an option
     */
    static StoreOfUri of(String prefix, String uri, ClientConfig config) {
        List<LockBackendProvider> providers =
                ServiceLoader.load(
                                LockBackendProvider.class,
                                Thread.currentThread().getContextClassLoader())
                        .stream()
                        .map(ServiceLoader.Provider::get)
                        .toList();
        LockBackendProvider provider = providers.stream()
                .filter(each -> fit(each, uri) > 0)
                .max(Comparator.comparingInt(each -> fit(each, uri)))
                .orElseThrow(() -> refused(
                        prefix,
                        "'" + scheme(uri) + "' is no scheme of a store on the class path; they are "
                                + schemes(providers)
                                + ": correct it, or add "
                                + KnownBackend.find(backend(uri))
                                        .map(known -> "dev.interlock:" + known.module())
                                        .orElse("the module of that store"),
                        null));
        try {
            LockSettings settings = LockSettings.of(uri);
            for (Map.Entry<String, String> each : options(uri, config).entrySet()) {
                settings = settings.withOption(each.getKey(), each.getValue());
            }
            provider.open(settings).close();
            return new StoreOfUri(settings, provider);
        } catch (IllegalArgumentException e) {
            throw refused(prefix, "with " + prefix + "options, is refused: " + e.getMessage(), e);
        }
    }

    private static ConfigurationException refused(String prefix, String reason, @Nullable Throwable cause) {
        return new ConfigurationException(prefix + "uri: " + reason, cause, Set.of(prefix + "uri"));
    }

    private static Map<String, String> options(String uri, ClientConfig config) {
        Map<String, String> options = new TreeMap<>();
        config.options().forEach((name, value) -> options.put(optionName(uri, name), value));
        config.user().ifPresent(user -> options.put("user", user));
        config.password().ifPresent(password -> options.put("password", password));
        return options;
    }

    private static String optionName(String uri, String property) {
        String name =
                HYPHEN.matcher(property).replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
        return LOGIN.contains(name) || !uri.startsWith("jdbc:") ? name : JDBC_OPTIONS + name;
    }

    private static int fit(LockBackendProvider provider, String uri) {
        return provider.schemes().stream()
                .filter(uri::startsWith)
                .mapToInt(String::length)
                .max()
                .orElse(0);
    }

    private static String schemes(List<LockBackendProvider> providers) {
        return providers.stream()
                .flatMap(each -> each.schemes().stream())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static String scheme(String uri) {
        int colon = uri.indexOf(':');
        return colon < 0 ? "" : uri.substring(0, colon);
    }

    /** The kind of the store, for meters and messages. */
    String backend() {
        return backend(settings.uri());
    }

    /** What the store can do at best; empty if it is not one of ours. */
    Optional<Set<Capability>> capabilities() {
        return KnownBackend.find(KnownBackend.isRowLock(settings) ? KnownBackend.JDBC_ROW_LOCK.setting() : backend())
                .map(KnownBackend::capabilities);
    }

    private static String backend(String uri) {
        String start = uri.split("[-:]", 2)[0];
        return BACKENDS.getOrDefault(start, start);
    }
}
