// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import com.mysql.cj.jdbc.MysqlXADataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.sql.SQLException;
import java.util.Locale;
import javax.sql.XADataSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.xa.PGXADataSource;

/** DataSources of an application. */
final class SqlDataSources {

    private SqlDataSources() {}

    static HikariDataSource pooled(SqlServer server) {
        return pooled(server, 4);
    }

    static HikariDataSource pooled(SqlServer server, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.url());
        config.setUsername(server.user());
        config.setPassword(server.password());
        config.setMaximumPoolSize(size);
        // Opened when needed: a pool that fills up by itself would be counted as if its sessions had been given up.
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    static XADataSource xa(SqlServer server) {
        try {
            return switch (SqlProduct.valueOf(server.product().toUpperCase(Locale.ROOT))) {
                case MYSQL -> mysql(server);
                case MARIADB -> mariadb(server);
                case POSTGRES -> postgres(server);
            };
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static XADataSource mysql(SqlServer server) {
        MysqlXADataSource source = new MysqlXADataSource();
        source.setUrl(server.url());
        source.setUser(server.user());
        source.setPassword(server.password());
        return source;
    }

    private static XADataSource mariadb(SqlServer server) throws SQLException {
        MariaDbDataSource source = new MariaDbDataSource(server.url());
        source.setUser(server.user());
        source.setPassword(server.password());
        return source;
    }

    private static XADataSource postgres(SqlServer server) {
        PGXADataSource source = new PGXADataSource();
        source.setUrl(server.url());
        source.setUser(server.user());
        source.setPassword(server.password());
        return source;
    }
}
