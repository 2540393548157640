// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Which store to lock in, and how: what a connection string says, in code. Immutable.
 *
 * @param uri where the store is, such as {@code redis://localhost:6379} or {@code memory:}; not always a
 *     {@link java.net.URI}
 * @param options the backend's options by name; they win over the same options in {@code uri}. Secrets belong here
 *     rather than into the uri
 * @param client what does not depend on the store
 */
public record LockSettings(String uri, Map<String, String> options, ClientOptions client) {

    /** Copies the options. */
    public LockSettings {
        Objects.requireNonNull(uri, "uri");
        Objects.requireNonNull(client, "client");
        options = Map.copyOf(options);
    }

    /**
     * Settings for a store, with nothing else said.
     *
     * @param uri see {@link #uri()}
     * @return new settings
     */
    public static LockSettings of(String uri) {
        return new LockSettings(uri, Map.of(), ClientOptions.STANDARD);
    }

    /**
     * These settings with one more option of the backend.
     *
     * @param name the option's name
     * @param value its value, written as in a connection string but not percent-encoded
     * @return new settings
     */
    public LockSettings withOption(String name, String value) {
        Map<String, String> more = new TreeMap<>(options);
        more.put(name, value);
        return new LockSettings(uri, more, client);
    }

    /**
     * These settings with other client options.
     *
     * @param value see {@link #client()}
     * @return new settings
     */
    public LockSettings withClient(ClientOptions value) {
        return new LockSettings(uri, options, value);
    }

    /** The scheme and the names of the options: never values, since they may be secret. */
    @Override
    public String toString() {
        int colon = uri.indexOf(':');
        String scheme = colon < 0 ? "?" : uri.substring(0, colon);
        return "LockSettings[" + scheme + ", options=" + new TreeMap<>(options).keySet() + "]";
    }
}
