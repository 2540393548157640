// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.LockSettings;
import dev.interlock.jdbc.JdbcLockBackendProvider;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.BackendOpener;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;

/** Opens the backend of this module with settings, in this process or in another. */
public final class JdbcOpener implements BackendOpener, Function<LockSettings, LockBackend> {

    private static final String BETWEEN = "\t";

    /** For client processes, too. */
    public JdbcOpener() {
        // Nothing to keep.
    }

    /**
     * Settings as one line: the URL, then each option's name and value.
     *
     * @param settings to be read by {@link #open}
     * @return the line
     */
    public static String line(LockSettings settings) {
        StringJoiner line = new StringJoiner(BETWEEN).add(settings.uri());
        for (Map.Entry<String, String> option : settings.options().entrySet()) {
            line.add(option.getKey()).add(option.getValue());
        }
        return line.toString();
    }

    @Override
    public LockBackend open(String line) {
        List<String> words = List.of(line.split(BETWEEN, -1));
        LockSettings settings = LockSettings.of(words.get(0));
        for (int i = 1; i < words.size(); i += 2) {
            settings = settings.withOption(words.get(i), words.get(i + 1));
        }
        return apply(settings);
    }

    @Override
    public LockBackend apply(LockSettings settings) {
        return new JdbcLockBackendProvider().open(settings);
    }
}
