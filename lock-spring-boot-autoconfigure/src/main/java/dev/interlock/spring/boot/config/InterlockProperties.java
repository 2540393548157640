// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.config;

import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of the application as a whole. Those of a client are {@link ClientProperties}. Immutable.
 *
 * @param enabled Whether there are locks. Without them, there is no LockClient bean.
 * @param unknownProperties What happens if nothing reads a property below interlock.
 * @param problemDetails The answers to HTTP requests that found no lock.
 * @param metrics The meters of the locks.
 * @param clients Further clients by name, each with its own store. The bean of the client NAME is called NAMELockClient.
 *     What a client does not set, except its store, is as in interlock.
 */
@ConfigurationProperties(InterlockProperties.PREFIX)
public record InterlockProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("refuse") UnknownProperties unknownProperties,
        @DefaultValue ProblemDetails problemDetails,
        @DefaultValue Metrics metrics,
        @DefaultValue Map<String, ClientProperties> clients) {

    /** The start of all property names. */
    public static final String PREFIX = "interlock";

    /** What happens if nothing reads a property. */
    public enum UnknownProperties {
        /** The application does not start. */
        REFUSE,
        /** A warning is logged. */
        WARN
    }

    /**
     * The answers to HTTP requests that found no lock.
     *
     * @param enabled Whether they are problem details (RFC 9457): 409 if another holder kept the lock, 503 if the store
     *     gave no answer.
     */
    public record ProblemDetails(@DefaultValue("true") boolean enabled) {}

    /**
     * The meters of the locks.
     *
     * @param enabled Whether the clients have meters.
     * @param names The locks that get their own tag value: names, or starts of names followed by an asterisk, at most
     *     100.
     */
    public record Metrics(
            @DefaultValue("true") boolean enabled,
            @DefaultValue List<String> names) {}
}
