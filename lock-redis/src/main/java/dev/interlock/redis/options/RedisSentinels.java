// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.options;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of the Sentinels, and the name of the primary. Encryption and time limits of the servers'
 * {@link RedisLockOptions} apply to the Sentinels too. Immutable.
 *
 * @param addresses at least one, better all of them: at the start the first answer counts
 * @param primary the name of the primary in {@code sentinel monitor}, often {@code mymaster}
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
