// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.LockSettings;
import dev.interlock.jdbc.JdbcLockOptions.Mode;
import dev.interlock.jdbc.JdbcLockOptions.Pool;
import dev.interlock.jdbc.JdbcLockOptions.Schema;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import dev.interlock.spi.StoreOptions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;

/**
 * Opens {@code jdbc:mysql://host[:port]/database?name=value&...}, and {@code jdbc:mariadb:} and
 * {@code jdbc:postgresql:} likewise; of several hosts the first that serves is used. Options that start with {@code interlock.} are those of {@link JdbcLockOptions},
 * {@code user} and {@code password} are the login, and all others are the driver's. Thread-safe.
 */
public final class JdbcLockBackendProvider implements LockBackendProvider {

    /** For the service loader. */
    public JdbcLockBackendProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("jdbc:mysql:", "jdbc:mariadb:", "jdbc:postgresql:");
    }

    @Override
    public LockBackend open(LockSettings settings) {
        JdbcUrl url = JdbcUrl.of(settings);
        JdbcLockOptions options = read(url);
        requireDriver(url);
        return JdbcLockBackend.connecting(url, options);
    }

    static JdbcLockOptions read(JdbcUrl url) {
        StoreOptions options = new StoreOptions(url.oursInUrl(), url.oursInCode());
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

    private static void requireDriver(JdbcUrl url) {
        try {
            DriverManager.getDriver(url.driverUrl());
        } catch (SQLException e) {
            throw new IllegalArgumentException("no driver for jdbc:"
                    + url.dialect().text() + ": put " + url.dialect().driver() + " on the class path");
        }
    }
}
