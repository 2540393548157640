// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.locked;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/**
 * Replaces <code>${property}</code> and <code>${property:default}</code>.
 *
 * @param config has the properties
 */
record Placeholders(Config config) {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}:]+)(?::([^}]*))?}");

    /**
     * Replaces the placeholders in a text.
     *
     * @throws IllegalArgumentException if a property is not set and has no default
     */
    String resolve(String text) {
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(config.getOptionalValue(found.group(1), String.class)
                        .orElseGet(() -> defaultOf(found.group(2), found.group(1), text))));
    }

    private static String defaultOf(@Nullable String written, String property, String text) {
        if (written == null) {
            throw new IllegalArgumentException("the property " + property + " of '" + text
                    + "' in an annotation @Locked is not set, and has no default: set it, or write ${" + property
                    + ":default}");
        }
        return written;
    }
}
