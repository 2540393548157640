// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The settings of a client: a connection string, further options of the store, and options of the client. Immutable.
 *
 * @param uri the connection string, such as {@code redis://localhost:6379} or {@code memory:}; not always a valid
 *     {@link java.net.URI}
 * @param options the backend's options by name. They take precedence over the same options in {@code uri}. Put secrets
 *     here and not into the uri.
 * @param client the options that do not depend on the store
 */
public record LockSettings(String uri, Map<String, String> options, ClientOptions client) {

    /** Copies the options. */
    public LockSettings {
        Objects.requireNonNull(uri, "uri");
        Objects.requireNonNull(client, "client");
        options = Map.copyOf(options);
    }

    /**
     * Returns settings with a connection string and defaults.
     *
     * @param uri see {@link #uri()}
     * @return new settings
     */
    public static LockSettings of(String uri) {
        return new LockSettings(uri, Map.of(), ClientOptions.STANDARD);
    }

    /**
     * Returns these settings with one more option of the backend.
     *
     * @param name the option's name
     * @param value its value, as in a connection string but not percent-encoded
     * @return new settings
     */
    public LockSettings withOption(String name, String value) {
        Map<String, String> more = new TreeMap<>(options);
        more.put(name, value);
        return new LockSettings(uri, more, client);
    }

    /**
     * Returns these settings with other client options.
     *
     * @param value see {@link #client()}
     * @return new settings
     */
    public LockSettings withClient(ClientOptions value) {
        return new LockSettings(uri, options, value);
    }

    /** Shows the scheme and the option names only. Values may be secret. */
    @Override
    public String toString() {
        int colon = uri.indexOf(':');
        String scheme = colon < 0 ? "?" : uri.substring(0, colon);
        return "LockSettings[" + scheme + ", options=" + new TreeMap<>(options).keySet() + "]";
    }
}
