// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.options;

import dev.interlock.jdbc.options.JdbcLockOptions.Mode;
import dev.interlock.jdbc.options.JdbcLockOptions.Pool;
import dev.interlock.jdbc.options.JdbcLockOptions.Schema;
import dev.interlock.spi.toolbox.StoreOptions;
import java.util.Map;
import java.util.Objects;

/** Reads {@link JdbcLockOptions} from the options of a uri and those given in code. */
public final class JdbcSettings {

    private JdbcSettings() {}

    /**
     * The options of a client; those given in code win.
     *
     * @throws IllegalArgumentException if an option is unknown, malformed or outside its bounds
     */
    public static JdbcLockOptions read(Map<String, String> inUrl, Map<String, String> inCode) {
        StoreOptions options = new StoreOptions(inUrl, inCode);
        JdbcLockOptions standard = JdbcLockOptions.STANDARD;
        Mode mode = Mode.of(Objects.requireNonNull(
                options.text("interlock.mode", standard.mode().text())));
        JdbcLockOptions read = new JdbcLockOptions(
                mode,
                Objects.requireNonNull(options.text("interlock.table", mode.table())),
                Schema.of(Objects.requireNonNull(
                        options.text("interlock.schema", standard.schema().text()))),
                options.duration(
                        "interlock.timeout",
                        standard.timeout(),
                        JdbcLockOptions.MIN_TIMEOUT,
                        JdbcLockOptions.MAX_TIMEOUT),
                options.number("interlock.maxHeld", standard.maxHeld(), 1, JdbcLockOptions.MAX_HELD),
                pool(options, standard.pool()));
        options.refuseUnknown();
        return read;
    }

    private static Pool pool(StoreOptions options, Pool standard) {
        return new Pool(
                options.number("interlock.poolSize", standard.size(), 1, Pool.MAX_SIZE),
                options.number("interlock.poolReserve", standard.reserve(), 1, Pool.MAX_SIZE),
                options.duration("interlock.poolWait", standard.maxWait(), Pool.MIN_WAIT, Pool.MAX_WAIT),
                options.duration("interlock.connectTimeout", standard.connectTimeout(), Pool.MIN_WAIT, Pool.MAX_WAIT));
    }
}
