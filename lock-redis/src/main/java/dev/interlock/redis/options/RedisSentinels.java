// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.options;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the Sentinels are, and for which primary to ask. The options of the servers apply to the Sentinels too: whether
 * connections are encrypted, and how long an answer may take. Immutable.
 *
 * @param addresses of at least one Sentinel, better of all: the first answer counts at the start
 * @param primary the name under which they watch the primary, as in {@code sentinel monitor}
 * @param user [sentinelUser] the ACL user at the Sentinels; null means the default user
 * @param password [sentinelPassword] secret; null means no login at the Sentinels, independent of the servers'
 */
public record RedisSentinels(
        List<Address> addresses,
        String primary,
        @Nullable String user,
        @Nullable String password) {

    /** The port of a Sentinel unless another one is named. */
    public static final int STANDARD_PORT = 26379;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if there is no address or no name, an address comes twice, or a user comes
     *     without a password; never shows the password
     */
    public RedisSentinels {
        addresses = List.copyOf(addresses);
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("sentinels must be named but there is none");
        }
        if (addresses.stream().distinct().count() < addresses.size()) {
            throw new IllegalArgumentException("sentinels must differ but one is named twice: " + addresses);
        }
        if (primary.isBlank()) {
            throw new IllegalArgumentException(
                    "the name of the primary must not be empty: it follows the sentinels, as in"
                            + " redis-sentinel://host:26379,host:26379/mymaster");
        }
        if (user != null && password == null) {
            throw new IllegalArgumentException(
                    "sentinelUser must come with a password but 'sentinelPassword' is missing");
        }
    }

    /** The primary's name and the addresses only. */
    @Override
    public String toString() {
        return "'" + primary + "' of the sentinels "
                + addresses.stream().map(Address::toString).collect(Collectors.joining(", "));
    }

    /**
     * The address of a Sentinel.
     *
     * @param host name or address, not empty
     * @param port 1 to 65535
     */
    public record Address(String host, int port) {

        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if a value is outside the bounds stated at the parameters
         */
        public Address {
            if (host.isBlank()) {
                throw new IllegalArgumentException("the host of a sentinel must not be empty");
            }
            if (port < 1 || port > 65535) {
                throw new IllegalArgumentException("the port of a sentinel must be 1 to 65535 but was " + port);
            }
        }

        /** An IPv6 address in brackets. */
        @Override
        public String toString() {
            return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
        }
    }
}
