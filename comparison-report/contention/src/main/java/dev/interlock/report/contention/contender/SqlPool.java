// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** The pool that all but Interlock have, which opens its own. */
final class SqlPool {

    private SqlPool() {}

    static HikariDataSource open(StoreAddress address) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(address.uri());
        config.setUsername(address.user());
        config.setPassword(address.password());
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setMaximumPoolSize(Limits.CONNECTIONS);
        config.setConnectionTimeout(Limits.WAIT.toMillis());
        return new HikariDataSource(config);
    }
}
