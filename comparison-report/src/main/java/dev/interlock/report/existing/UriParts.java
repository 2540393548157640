// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.existing;

import dev.interlock.LockSettings;
import dev.interlock.spi.toolbox.StoreUri;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A URI whose login and options are separated, so that an option can be replaced. Secret. */
final class UriParts {

    private static final String USER = "user";
    private static final String PASSWORD = "password";

    private final StoreUri uri;
    private final Map<String, String> options;

    UriParts(String text) {
        uri = StoreUri.parseWithHost(text);
        options = new TreeMap<>(uri.options());
        put(USER, uri.user());
        put(PASSWORD, uri.password());
    }

    private void put(String option, @Nullable String value) {
        if (value != null) {
            options.putIfAbsent(option, value);
        }
    }

    String scheme() {
        return uri.scheme();
    }

    String authority() {
        return uri.authority();
    }

    String path() {
        return uri.path();
    }

    @Nullable
    String user() {
        return options.get(USER);
    }

    @Nullable
    String password() {
        return options.get(PASSWORD);
    }

    String option(String name, String otherwise) {
        return options.getOrDefault(name, otherwise);
    }

    /** The same at another path. */
    LockSettings at(String path) {
        LockSettings settings = LockSettings.of(uri.scheme() + "://" + uri.authority() + "/" + path);
        for (Map.Entry<String, String> option : options.entrySet()) {
            settings = settings.withOption(option.getKey(), option.getValue());
        }
        return settings;
    }
}
