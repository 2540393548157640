// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.config;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Refuses unknown properties when the application starts. Boot ignores them, so a misspelt property would leave its
 * default in force.
 */
public final class PropertiesCheck {

    private static final Logger LOG = LoggerFactory.getLogger(PropertiesCheck.class);

    /** A longer list would hide its entries. */
    private static final int MOST_SHOWN = 10;

    private PropertiesCheck() {}

    /**
     * Checks all properties below {@code interlock}. Environment variables and system properties have no single owner, so
     * one of those counts only if it resembles a property of ours.
     *
     * @param environment the sources of the properties
     * @param reaction what to do about unknown ones
     * @throws LockConfigurationException if nothing reads a property. The message names it, its source and the nearest
     *     known property.
     */
    public static void check(ConfigurableEnvironment environment, InterlockProperties.UnknownProperties reaction) {
        List<WrittenProperty> unknown = WrittenProperty.in(environment)
                .filter(Predicate.not(WrittenProperty::isKnown))
                .filter(property -> !property.isShared() || !property.nearest().isEmpty())
                .toList();
        if (unknown.isEmpty()) {
            return;
        }
        String what =
                unknown.stream().limit(MOST_SHOWN).map(WrittenProperty::text).collect(Collectors.joining(" "));
        String all = unknown.size() > MOST_SHOWN ? what + " And " + (unknown.size() - MOST_SHOWN) + " more." : what;
        if (reaction == InterlockProperties.UnknownProperties.REFUSE) {
            throw new LockConfigurationException(
                    all,
                    "Correct it, or take it away. What another component reads can stay with"
                            + " interlock.unknown-properties=warn.",
                    null);
        }
        LOG.warn("{} Nothing reads it.", all);
    }
}
