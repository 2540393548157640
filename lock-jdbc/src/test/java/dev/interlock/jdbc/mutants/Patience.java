// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import dev.interlock.LockSettings;

/** How long the locks to be broken wait for a server: as the fixture says where the network fails, else as users do. */
final class Patience {

    private static final String UNLESS_SAID = "5000ms";

    private Patience() {}

    /** The time-out of a statement; the fixture writes it in milliseconds. */
    static long millis(LockSettings settings) {
        String timeout = settings.options().getOrDefault("interlock.timeout", UNLESS_SAID);
        return Long.parseLong(timeout.replace("ms", ""));
    }
}
