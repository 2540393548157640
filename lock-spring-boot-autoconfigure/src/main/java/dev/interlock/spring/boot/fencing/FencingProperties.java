// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.fencing;

import dev.interlock.guard.FencingDomain;
import dev.interlock.spring.boot.config.InterlockProperties;
import dev.interlock.spring.boot.config.LockConfigurationException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The exchange of fencing tokens between services. Immutable.
 *
 * @param domain The name of the domain of the locks, the same in all services that send or check tokens.
 * @param generation Counts the stores that the locks were kept in: one more with each change of the store.
 * @param maxNames How many lock names a service that checks tokens remembers.
 */
@ConfigurationProperties(FencingProperties.PREFIX)
record FencingProperties(
        @Nullable String domain,
        @DefaultValue("1") int generation,
        @DefaultValue("100000") int maxNames) {

    static final String PREFIX = InterlockProperties.PREFIX + ".fencing";
    static final String DOMAIN = PREFIX + ".domain";

    private static final int MOST_NAMES = 10_000_000;

    /**
     * The domain of the locks.
     *
     * @param reader who needs it, for the message
     * @throws LockConfigurationException if none is set, because tokens of different domains do not compare; or if name
     *     or generation are not valid
     */
    FencingDomain domainFor(String reader) {
        String name = domain;
        if (name == null) {
            throw new LockConfigurationException(
                    DOMAIN + " is not set, but " + reader + " needs it",
                    "Set it to the name of the domain of the locks, the same in all services that send or check"
                            + " tokens.",
                    null);
        }
        try {
            return new FencingDomain(name, generation);
        } catch (IllegalArgumentException e) {
            throw new LockConfigurationException(
                    PREFIX + ".*: " + e.getMessage(), "Correct " + DOMAIN + " or " + PREFIX + ".generation.", e);
        }
    }

    /**
     * The maximum number of names.
     *
     * @throws LockConfigurationException if it is out of bounds
     */
    int namesToRemember() {
        if (maxNames < 1 || maxNames > MOST_NAMES) {
            throw new LockConfigurationException(
                    PREFIX + ".max-names is " + maxNames + ", which is refused: it must be 1 to " + MOST_NAMES,
                    "Correct " + PREFIX + ".max-names.",
                    null);
        }
        return maxNames;
    }
}
