// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.LockSettings;
import dev.interlock.micronaut.config.Settings;
import dev.interlock.spi.LockBackendProvider;
import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.core.naming.NameUtils;
import io.micronaut.core.value.PropertyResolver;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The properties of one backend, such as {@code locks.redis.*}, and the options that they set. Immutable. */
public final class StoreProperties {

    private final String prefix;
    private final String optionPrefix;
    private final Map<String, String> values = new LinkedHashMap<>();

    /**
     * Reads the configured values.
     *
     * @param properties the configuration
     * @param prefix the start of the property names, without the last dot
     * @param optionPrefix the start of the option names in a connection string, perhaps empty
     * @param options the option names without that start
     */
    public StoreProperties(PropertyResolver properties, String prefix, String optionPrefix, List<String> options) {
        this.prefix = prefix;
        this.optionPrefix = optionPrefix;
        for (String option : options) {
            properties.getProperty(property(option), String.class).ifPresent(value -> values.put(option, value));
        }
    }

    /**
     * Returns the property names of options.
     *
     * @param options the option names of the backend
     * @param more further names in the block
     * @return all names
     */
    public static Set<String> names(List<String> options, String... more) {
        Set<String> names = new HashSet<>(List.of(more));
        options.forEach(option -> names.add(NameUtils.hyphenate(option)));
        return names;
    }

    /**
     * Returns one value.
     *
     * @param option the name of the option
     * @return the value as written; empty if it is not set
     */
    public Optional<String> value(String option) {
        return Optional.ofNullable(values.get(option));
    }

    /**
     * Returns all values by the last part of their properties, to be read with their bounds.
     *
     * @return the settings
     */
    public Settings settings() {
        Settings settings = new Settings(prefix + ".");
        values.forEach((option, value) -> settings.with(NameUtils.hyphenate(option), value));
        return settings;
    }

    /**
     * Lets a backend check a connection string and these options. No I/O.
     *
     * @param provider the provider of the backend
     * @param origin the property with the connection string
     * @param uri the connection string; may contain a password
     * @param notOptions the properties that are not options of the backend
     * @return creates backends with that configuration
     * @throws ConfigurationException if the backend rejects them
     */
    public BackendFactory backendFactory(
            LockBackendProvider provider, String origin, String uri, String... notOptions) {
        LockSettings settings = LockSettings.of(uri);
        List<String> skipped = List.of(notOptions);
        for (Map.Entry<String, String> each : values.entrySet()) {
            if (!skipped.contains(each.getKey())) {
                settings = settings.withOption(optionName(each.getKey()), each.getValue());
            }
        }
        LockSettings complete = settings;
        try {
            provider.open(complete).close();
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(explained(origin, e), e);
        }
        return () -> provider.open(complete);
    }

    /** Translates option names such as {@code tokenTtl} in a message of the backend into the user's property names. */
    private String explained(String origin, IllegalArgumentException refusal) {
        String message = String.valueOf(refusal.getMessage());
        for (String option : values.keySet()) {
            message = message.replace("option '" + optionName(option) + "'", property(option));
        }
        return "locks cannot be kept as " + origin + " and " + prefix + ".* say: " + message;
    }

    private String optionName(String option) {
        return option.equals("user") || option.equals("password") ? option : optionPrefix + option;
    }

    private String property(String option) {
        return prefix + "." + NameUtils.hyphenate(option);
    }
}
