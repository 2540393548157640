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

/** The properties of one backend, such as {@code locks.redis.*}, and the options that they stand for. Immutable. */
public final class StoreProperties {

    private final String prefix;
    private final String optionPrefix;
    private final Map<String, String> values = new LinkedHashMap<>();

    /**
     * Reads what is configured.
     *
     * @param properties where from
     * @param prefix what the properties start with, without the last dot
     * @param optionPrefix what the names of the options start with in a connection string, perhaps nothing
     * @param options their names without that
     */
    public StoreProperties(PropertyResolver properties, String prefix, String optionPrefix, List<String> options) {
        this.prefix = prefix;
        this.optionPrefix = optionPrefix;
        for (String option : options) {
            properties.getProperty(property(option), String.class).ifPresent(value -> values.put(option, value));
        }
    }

    /**
     * The names of options as they stand in the configuration.
     *
     * @param options as the backend calls them
     * @param more what else stands in the block
     * @return all of them
     */
    public static Set<String> names(List<String> options, String... more) {
        Set<String> names = new HashSet<>(List.of(more));
        options.forEach(option -> names.add(NameUtils.hyphenate(option)));
        return names;
    }

    /**
     * One value.
     *
     * @param option the name of the option
     * @return as it was written; empty if it was not
     */
    public Optional<String> value(String option) {
        return Optional.ofNullable(values.get(option));
    }

    /**
     * All values by the last part of their properties, to be read with their bounds.
     *
     * @return the settings
     */
    public Settings settings() {
        Settings settings = new Settings(prefix + ".");
        values.forEach((option, value) -> settings.with(NameUtils.hyphenate(option), value));
        return settings;
    }

    /**
     * Has a backend check a connection string and these options, without I/O.
     *
     * @param provider the backend's
     * @param origin the property that the connection string comes from
     * @param uri the connection string; may hold a password
     * @param notOptions what the backend does not take as an option
     * @return makes backends with that configuration
     * @throws ConfigurationException if the backend refuses them
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

    /** In the words of the configuration: the backend says {@code tokenTtl} where the user wrote a property. */
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
