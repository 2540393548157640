// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.http;

import dev.interlock.guard.FencingDomain;
import dev.interlock.micronaut.config.LockConfiguration;
import dev.interlock.micronaut.config.Settings;
import io.micronaut.context.annotation.ConfigurationInject;
import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.context.exceptions.ConfigurationException;
import org.jspecify.annotations.Nullable;

/** The exchange of fencing tokens between services: the properties {@code locks.fencing.*}. Immutable. */
@ConfigurationProperties(FencingConfiguration.PREFIX)
final class FencingConfiguration {

    static final String PREFIX = LockConfiguration.PREFIX + ".fencing";
    static final String DOMAIN = PREFIX + ".domain";

    private static final int MAX_NAMES = 100_000;
    private static final int MOST_NAMES = 10_000_000;

    private final @Nullable FencingDomain domain;
    private final int maxNames;

    /**
     * Checks the values.
     *
     * @param domain the name of the lock domain, the same in all services
     * @param generation the number of the lock store, from 1; each change of the store adds one
     * @param maxNames the maximum number of lock names that the server remembers: 1 to 10000000; 100000 if not set
     */
    @ConfigurationInject
    FencingConfiguration(@Nullable String domain, @Nullable String generation, @Nullable String maxNames) {
        Settings settings =
                new Settings(PREFIX + ".").with("generation", generation).with("max-names", maxNames);
        int number = settings.number("generation", 1, 1, Integer.MAX_VALUE);
        try {
            this.domain = domain == null ? null : new FencingDomain(domain, number);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(DOMAIN + ": " + e.getMessage(), e);
        }
        this.maxNames = settings.number("max-names", MAX_NAMES, 1, MOST_NAMES);
    }

    /**
     * The lock domain.
     *
     * @throws ConfigurationException if none is configured, because tokens of different domains do not compare
     */
    FencingDomain domain() {
        FencingDomain given = domain;
        if (given == null) {
            throw new ConfigurationException(DOMAIN
                    + " is not set: name the domain of the locks, the same in all services that send or check tokens");
        }
        return given;
    }

    int maxNames() {
        return maxNames;
    }
}
