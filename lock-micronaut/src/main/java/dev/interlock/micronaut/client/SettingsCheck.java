// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.annotation.setting.NearestSettings;
import dev.interlock.micronaut.config.LockConfiguration;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.env.Environment;
import io.micronaut.context.exceptions.ConfigurationException;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rejects unknown settings at startup. Micronaut ignores them, so a misspelt setting would leave its default in force.
 * Immutable.
 */
@Context
@Requires(property = LockConfiguration.ENABLED, notEquals = "false", defaultValue = "true")
final class SettingsCheck {

    private static final Logger LOG = LoggerFactory.getLogger(SettingsCheck.class);

    /** A longer list would hide its entries. */
    private static final int MOST_SHOWN = 10;

    private final KnownSettings known;

    /**
     * Checks all settings of locks.
     *
     * @param environment the sources of the settings
     * @param configuration whether to reject or to warn
     * @param stores the stores on the class path
     * @throws ConfigurationException if nothing reads a setting. The message names it, its source and the nearest known
     *     setting.
     */
    SettingsCheck(Environment environment, LockConfiguration configuration, List<LockStore> stores) {
        known = new KnownSettings(stores);
        List<WrittenSetting> written = environment.getPropertySources().stream()
                .flatMap(WrittenSetting::in)
                .toList();
        Set<String> blocks = written.stream()
                .filter(Predicate.not(WrittenSetting::isVariable))
                .map(WrittenSetting::name)
                .filter(name -> name.startsWith(KnownSettings.NAMED))
                .map(name -> name.substring(KnownSettings.NAMED.length()).split("\\.", 2)[0])
                .map(KnownSettings::dotted)
                .collect(Collectors.toSet());
        List<WrittenSetting> unknown = written.stream()
                .filter(setting -> !known.has(setting, blocks))
                // A block without settings is allowed.
                .filter(setting -> !setting.isEmpty() || !known.hasBelow(setting.name()))
                .toList();
        if (!unknown.isEmpty()) {
            report(unknown, configuration.refusesUnknownSettings());
        }
    }

    private void report(List<WrittenSetting> unknown, boolean refuse) {
        String what = unknown.stream().limit(MOST_SHOWN).map(this::text).collect(Collectors.joining(" "));
        String more = unknown.size() > MOST_SHOWN ? " And " + (unknown.size() - MOST_SHOWN) + " more." : "";
        if (refuse) {
            throw new ConfigurationException(what + more + " Correct it, or take it away; what another component reads"
                    + " can stay with " + LockConfiguration.UNKNOWN_SETTINGS + "=warn");
        }
        LOG.warn("{}{} Nothing reads it.", what, more);
    }

    private String text(WrittenSetting setting) {
        return setting.written() + " is no setting (" + setting.origin() + "): " + hint(setting);
    }

    private String hint(WrittenSetting setting) {
        if (known.namesOnlyABlock(setting)) {
            return "a variable makes no block of a name of several words, so put the block into a file;"
                    + " then the variable counts.";
        }
        List<String> nearest = NearestSettings.of(
                setting.compared(), known.candidates(setting.name()).map(setting::spelt));
        return nearest.isEmpty()
                ? "all that there are is listed in docs/micronaut.md of Interlock."
                : "did you mean " + String.join(" or ", nearest) + "?";
    }
}
