// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import dev.interlock.LockSettings;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.spi.toolbox.StoreOptions;
import java.time.Duration;
import java.util.Map;

/** The option interlock.timeout: short where the fixture breaks the network, otherwise what users have. */
final class StatementTimeout {

    private StatementTimeout() {}

    static long millis(LockSettings settings) {
        return new StoreOptions(Map.of(), settings.options())
                .duration("interlock.timeout", JdbcLockOptions.STANDARD.timeout(), Duration.ZERO, Duration.ofMinutes(1))
                .toMillis();
    }
}
