// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.LockSettings;
import dev.interlock.jdbc.connection.JdbcUrl;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.options.JdbcSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;

/**
 * Opens {@code jdbc:mysql://host[:port]/database?name=value&...}, and {@code jdbc:mariadb:} and
 * {@code jdbc:postgresql:} likewise. Of several hosts the client uses the first that serves. Options that start with
 * {@code interlock.} are those of {@link JdbcLockOptions}, {@code user} and {@code password} are the login, and all
 * others are the driver's. Thread-safe.
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
        JdbcLockOptions options = JdbcSettings.read(url.oursInUrl(), url.oursInCode());
        requireDriver(url);
        return JdbcLockBackend.connecting(url, options);
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
