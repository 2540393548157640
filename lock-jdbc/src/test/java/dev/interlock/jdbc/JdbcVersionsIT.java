// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.contended;
import static dev.interlock.jdbc.BackendBench.granted;
import static dev.interlock.jdbc.BackendBench.waited;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.LockName;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A lock's life on the drivers and the HikariCP of the class path: the build runs this on each version of
 * {@code docs/versions.md}.
 */
@ParameterizedClass
@EnumSource
class JdbcVersionsIT extends OnEachDatabase {

    @Test
    void the_driver_and_the_pool_of_the_class_path_are_those_this_run_is_about() throws IOException, SQLException {
        assertThat(pool()).isEqualTo(System.getProperty("interlock.hikaricp", pool()));
        assertThat(driver())
                .contains(System.getProperty("interlock." + product.name().toLowerCase(Locale.ROOT), driver()));
    }

    private static String pool() throws IOException {
        try (InputStream in =
                HikariDataSource.class.getResourceAsStream("/META-INF/maven/com.zaxxer/HikariCP/pom.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        }
    }

    private static String driver() throws SQLException {
        try (Connection connection =
                DriverManager.getConnection(bench.server.url(), bench.server.user(), bench.server.password())) {
            return connection.getMetaData().getDriverVersion();
        }
    }

    @Test
    void locks_live_in_rows() {
        LockBackend holders = bench.backend();
        LockBackend others = bench.backend();
        LockName name = bench.name();
        Attempt attempt = attempt(name);
        Grant grant = granted(holders.tryAcquire(attempt));
        assertThat(holders.renew(grant, BackendBench.LEASE.multipliedBy(2))).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(others.inspect(name)).isPresent();
        contended(others.tryAcquire(attempt(name)));
        assertThat(holders.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
        assertThat(granted(others.tryAcquire(attempt(name))).token()).isGreaterThan(grant.token());
    }

    @Test
    void locks_live_in_locked_rows() {
        LockBackend holders = bench.backend("interlock.mode=row-lock");
        LockBackend others = bench.backend("interlock.mode=row-lock");
        LockName name = bench.name();
        Attempt attempt = attempt(name);
        Grant grant = granted(holders.tryAcquire(attempt));
        assertThat(holders.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(holders.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
        assertThat(waited(others, attempt(name)).token()).isGreaterThan(grant.token());
    }
}
