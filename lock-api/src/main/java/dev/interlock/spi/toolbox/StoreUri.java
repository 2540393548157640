// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A parsed connection string: {@code scheme://user:password@authority/path?name=value&...}. User, password, path, names
 * and values are percent-decoded. The backend parses the authority, because it may list several hosts.
 *
 * @param scheme the part before the first colon
 * @param user the part before the {@code @}, or null
 * @param password the part before the {@code @}, or null; secret
 * @param authority hosts and ports, perhaps empty
 * @param path the part after the authority, without the leading slash, perhaps empty
 * @param options the part after the question mark
 */
public record StoreUri(
        String scheme,
        @Nullable String user,
        @Nullable String password,
        String authority,
        String path,
        Map<String, String> options) {

    /** Copies the options. */
    public StoreUri {
        options = Map.copyOf(options);
    }

    /**
     * Parses a connection string.
     *
     * @param uri the whole string
     * @return its parts
     * @throws IllegalArgumentException if it has no scheme, is not percent-encoded correctly, has an {@code @} after
     *     the question mark, or contains an option twice. The message shows no secrets.
     */
    public static StoreUri parse(String uri) {
        int colon = uri.indexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException("uri must start with a scheme such as 'redis:' but has none");
        }
        String scheme = uri.substring(0, colon);
        String rest = uri.substring(colon + 1);
        int question = rest.indexOf('?');
        Map<String, String> options = question < 0 ? Map.of() : parseOptions(scheme, rest.substring(question + 1));
        String hierarchy = question < 0 ? rest : rest.substring(0, question);
        if (!hierarchy.startsWith("//")) {
            return new StoreUri(scheme, null, null, "", decode(scheme, hierarchy), options);
        }
        hierarchy = hierarchy.substring(2);
        int slash = hierarchy.indexOf('/', Math.max(hierarchy.lastIndexOf('@'), 0));
        String authority = slash < 0 ? hierarchy : hierarchy.substring(0, slash);
        String path = slash < 0 ? "" : decode(scheme, hierarchy.substring(slash + 1));
        int at = authority.lastIndexOf('@');
        if (at < 0) {
            return new StoreUri(scheme, null, null, authority, path, options);
        }
        String login = authority.substring(0, at);
        int separator = login.indexOf(':');
        String user = decode(scheme, separator < 0 ? login : login.substring(0, separator));
        String password = separator < 0 ? null : decode(scheme, login.substring(separator + 1));
        return new StoreUri(scheme, user.isEmpty() ? null : user, password, authority.substring(at + 1), path, options);
    }

    /**
     * Parses a connection string that must name a host.
     *
     * @param uri the whole string
     * @return its parts; the authority is not empty
     * @throws IllegalArgumentException as in {@link #parse}, or if no slashes or no host follow the scheme
     */
    public static StoreUri parseWithHost(String uri) {
        StoreUri parsed = parse(uri);
        String form = parsed.scheme + "://host:port";
        if (!uri.startsWith("//", parsed.scheme.length() + 1)) {
            throw new IllegalArgumentException(
                    "the " + parsed.scheme + " uri must have two slashes before the host: " + form);
        }
        if (parsed.authority.isEmpty()) {
            throw new IllegalArgumentException("the " + parsed.scheme + " uri must name a host: " + form);
        }
        return parsed;
    }

    private static Map<String, String> parseOptions(String scheme, String query) {
        if (query.indexOf('@') >= 0) {
            // If a password contains a bare question mark, its first half would be parsed as a host and shown.
            throw new IllegalArgumentException("the " + scheme
                    + " uri has an '@' behind its '?': write '?' in a login as %3F, and '@' in an option as %40");
        }
        Map<String, String> options = new LinkedHashMap<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException("options of the " + scheme + " uri must have the form name=value");
            }
            String name = decode(scheme, pair.substring(0, equals));
            if (options.put(name, decode(scheme, pair.substring(equals + 1))) != null) {
                throw new IllegalArgumentException("option '" + name + "' of the " + scheme + " uri is given twice");
            }
        }
        return options;
    }

    private static String decode(String scheme, String text) {
        try {
            // A plus sign stays a plus sign: connection strings are not HTML forms.
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the " + scheme + " uri is not percent-encoded correctly");
        }
    }

    /** Shows scheme and authority only, never the login or the options. */
    @Override
    public String toString() {
        return scheme + "://" + authority;
    }
}
