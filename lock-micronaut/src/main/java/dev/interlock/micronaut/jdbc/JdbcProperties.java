// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.jdbc;

import static java.util.Objects.requireNonNullElse;

import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.options.JdbcLockOptions.Mode;
import dev.interlock.jdbc.options.JdbcLockOptions.Schema;
import dev.interlock.micronaut.client.StoreProperties;
import dev.interlock.micronaut.config.Settings;
import io.micronaut.context.exceptions.ConfigurationException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Reads {@code locks.jdbc.*} for a DataSource of the application. */
final class JdbcProperties {

    private JdbcProperties() {}

    static Mode mode(StoreProperties block) {
        return one(block, "mode", Mode.values(), Mode.LEASE);
    }

    /**
     * Reads all options except those of the pool, which belongs to the application.
     *
     * @throws ConfigurationException if a value is not valid. The message names its property.
     */
    static JdbcLockOptions options(StoreProperties block) {
        Mode mode = mode(block);
        JdbcLockOptions standard = mode == Mode.ROW_LOCK ? JdbcLockOptions.ROW_LOCK : JdbcLockOptions.STANDARD;
        Settings settings = block.settings();
        try {
            return new JdbcLockOptions(
                    mode,
                    block.value("table").orElse(standard.table()),
                    one(block, "schema", Schema.values(), Schema.VALIDATE),
                    requireNonNullElse(
                            settings.duration("timeout", Duration.ofMillis(100), Duration.ofMinutes(1)),
                            standard.timeout()),
                    settings.number("max-held", standard.maxHeld(), 1, 1_000),
                    standard.pool());
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(JdbcLockStore.BLOCK + ".*: " + e.getMessage(), e);
        }
    }

    private static <E extends Enum<E>> E one(StoreProperties block, String option, E[] values, E standard) {
        Optional<String> text = block.value(option);
        if (text.isEmpty()) {
            return standard;
        }
        StringBuilder known = new StringBuilder();
        for (E each : values) {
            String name = each.name().toLowerCase(Locale.ROOT).replace('_', '-');
            if (name.equals(text.get())) {
                return each;
            }
            known.append(known.isEmpty() ? "" : " or ").append(name);
        }
        throw new ConfigurationException(
                JdbcLockStore.BLOCK + "." + option + " must be " + known + " but was '" + text.get() + "'");
    }
}
