// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.toolbox.BackendProviders;
import dev.interlock.spi.toolbox.StoreOptions;
import dev.interlock.spi.toolbox.StoreUri;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code migrate:} uri says. Immutable.
 *
 * @param phase on both stores, or on the new one only
 * @param from the old store, or null if it is not looked at any more
 * @param to the new store
 * @param generation 0 if the old store decides the tokens
 * @param switchAt the token of the old store at which those of the generation begin, or null
 */
record MigrateSettings(
        Phase phase,
        @Nullable LockSettings from,
        LockSettings to,
        int generation,
        @Nullable Long switchAt) {

    static final String SCHEME = "migrate:";

    private static final String FROM = "from";
    private static final String TO = "to";

    enum Phase {
        BOTH,
        NEW
    }

    /**
     * Reads the settings.
     *
     * @throws IllegalArgumentException if an option is unknown, missing or malformed
     */
    static MigrateSettings read(LockSettings settings) {
        Map<String, String> own = new HashMap<>();
        Map<String, String> ofFrom = new HashMap<>();
        Map<String, String> ofTo = new HashMap<>();
        settings.options().forEach((name, value) -> {
            if (name.startsWith(FROM + ".")) {
                ofFrom.put(name.substring(FROM.length() + 1), value);
            } else if (name.startsWith(TO + ".")) {
                ofTo.put(name.substring(TO.length() + 1), value);
            } else {
                own.put(name, value);
            }
        });
        // Such a uri has options only.
        StoreUri uri = StoreUri.parse(SCHEME + "?" + settings.uri().substring(SCHEME.length()));
        StoreOptions options = new StoreOptions(uri.options(), own);
        Phase phase = phase(options.text("phase", null));
        String from = options.text(FROM, null);
        String to = options.text(TO, null);
        int generation = options.number("generation", 0, 0, NewGeneration.MOST);
        String switchAt = options.text("switchAt", null);
        options.refuseUnknown();
        if (to == null) {
            throw missing(TO, "the new store");
        }
        MigrateSettings read = new MigrateSettings(
                phase,
                from == null ? null : of(from, ofFrom),
                of(to, ofTo),
                generation,
                switchAt == null ? null : token(switchAt));
        read.requireComplete();
        return read;
    }

    private static Phase phase(@Nullable String value) {
        if ("both".equals(value)) {
            return Phase.BOTH;
        }
        if ("new".equals(value)) {
            return Phase.NEW;
        }
        throw new IllegalArgumentException("option 'phase' must be both or new but was '" + value + "'");
    }

    private static LockSettings of(String uri, Map<String, String> options) {
        LockSettings settings = LockSettings.of(uri);
        for (Map.Entry<String, String> option : options.entrySet()) {
            settings = settings.withOption(option.getKey(), option.getValue());
        }
        return settings;
    }

    private static long token(String value) {
        try {
            return value.matches("\\d+")
                    ? Long.parseLong(value)
                    : ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(value));
        } catch (NumberFormatException | DateTimeException e) {
            throw new IllegalArgumentException(
                    "option 'switchAt' must be a token of the old store, or an instant such as 2027-01-31T10:00:00Z, but"
                            + " was '" + value + "'",
                    e);
        }
    }

    private void requireComplete() {
        if (phase == Phase.BOTH && from == null) {
            throw missing(FROM, "the old store");
        }
        if (phase == Phase.NEW && generation == 0) {
            throw missing("generation", "the same as in phase both; without one, the uri of the new store is enough");
        }
        boolean switchesTokens = phase == Phase.BOTH ? generation > 0 : from != null;
        if (switchesTokens != (switchAt != null)) {
            throw new IllegalArgumentException("option 'switchAt' must come with "
                    + (phase == Phase.BOTH ? "'generation'" : "'from'") + ", and not without it");
        }
        if (from != null && from.equals(to)) {
            throw new IllegalArgumentException(
                    "options 'from' and 'to' must be different stores, prefixes or databases");
        }
    }

    private static IllegalArgumentException missing(String option, String meaning) {
        return new IllegalArgumentException("option '" + option + "' is missing: " + meaning);
    }

    /** Opens the stores. No I/O. */
    LockBackend open() {
        Long begin = switchAt;
        NewGeneration next = begin == null ? null : new NewGeneration(generation, begin);
        LockBackend recent = BackendProviders.open(to);
        LockSettings old = from;
        if (old == null) {
            return MovedBackend.to(recent, generation);
        }
        LockBackend first;
        try {
            first = BackendProviders.open(old);
        } catch (RuntimeException e) {
            recent.close();
            throw e;
        }
        if (next == null) {
            return MigrationBackend.both(first, recent);
        }
        return phase == Phase.BOTH
                ? MigrationBackend.both(first, recent, next)
                : MovedBackend.after(first, recent, next);
    }
}
