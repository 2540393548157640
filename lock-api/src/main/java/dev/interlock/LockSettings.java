// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a client: a connection string, further options of the store, and options of the client. Later versions
 * may add settings. Immutable.
 *
 * <pre>{@code
 * LockSettings settings = LockSettings.of("redis://localhost:6379?timeout=500ms")
 *         .withOption("password", secret)
 *         .withClient(ClientOptions.STANDARD.withHolderHint("shop-1"));
 * LockClient client = LockClient.connect(settings);
 * }</pre>
 *
 * <p>The options of a store are listed at its options type, such as {@code RedisLockOptions}, with their names in
 * brackets. A duration is a whole number with a unit ({@code 500ms}, {@code 2s}, {@code 5m}, {@code 1h}, {@code 1d}) or
 * ISO-8601 ({@code PT2S}). A boolean is {@code true} or {@code false}. Unknown options are refused. A wait, a lease and
 * other options of {@link AcquireOptions} and {@link ClientOptions} are not options of a store: set them with
 * {@link #withClient}.
 */
@CheckReturnValue
public final class LockSettings {

    private final String uri;
    private final Map<String, String> options;
    private final ClientOptions client;

    private LockSettings(String uri, Map<String, String> options, ClientOptions client) {
        this.uri = Objects.requireNonNull(uri, "uri");
        this.options = Map.copyOf(options);
        this.client = Objects.requireNonNull(client, "client");
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
     * The connection string, such as {@code redis://localhost:6379} or {@code memory:}.
     *
     * @return the string; not always a valid {@link java.net.URI}
     */
    public String uri() {
        return uri;
    }

    /**
     * The backend's options by name. They take precedence over the same options in {@link #uri}. Put secrets here and not
     * into the uri.
     *
     * @return the options; unmodifiable
     */
    public Map<String, String> options() {
        return options;
    }

    /**
     * The options that do not depend on the store.
     *
     * @return the options of the client
     */
    public ClientOptions client() {
        return client;
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

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LockSettings settings
                && uri.equals(settings.uri)
                && options.equals(settings.options)
                && client.equals(settings.client);
    }

    @Override
    public int hashCode() {
        return Objects.hash(uri, options, client);
    }

    /** Shows the scheme and the option names only. Values may be secret. */
    @Override
    public String toString() {
        int colon = uri.indexOf(':');
        String scheme = colon < 0 ? "?" : uri.substring(0, colon);
        return "LockSettings[" + scheme + ", options=" + new TreeMap<>(options).keySet() + "]";
    }
}
