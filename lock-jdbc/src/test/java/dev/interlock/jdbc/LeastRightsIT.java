// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.LEASE;
import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.contended;
import static dev.interlock.jdbc.BackendBench.granted;
import static dev.interlock.jdbc.BackendBench.waited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockName;
import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingDomain;
import dev.interlock.jdbc.guard.SqlFencingGuard;
import dev.interlock.jdbc.tck.JdbcSchemas;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;

/** A user with the rights on the pages, and none besides, can do all that a lock needs. */
@ParameterizedClass
@EachProduct
class LeastRightsIT extends OnEachDatabase {

    private static final String RIGHTS = "SELECT, INSERT, UPDATE";

    private String[] loginWith(String mode) {
        String[] login = bench.user("least", RIGHTS, tables(mode));
        return Stream.concat(Stream.of(login), Stream.of("interlock.mode=" + mode, "interlock.schema=validate"))
                .toArray(String[]::new);
    }

    private static String[] tables(String mode) {
        return mode.equals("lease")
                ? new String[] {"interlock_lease"}
                : new String[] {"interlock_row", "interlock_row_token"};
    }

    private void locks(String mode) {
        bench.backend("interlock.mode=" + mode);
        LockBackend backend = bench.backend(loginWith(mode));
        LockBackend other = bench.backend(loginWith(mode));
        LockName name = bench.name();
        Attempt attempt = attempt(name);

        Grant grant = granted(backend.tryAcquire(attempt));
        contended(other.tryAcquire(attempt(name)));
        assertThat(backend.renew(grant, LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(other.inspect(name)).isPresent();
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
        assertThat(waited(other, attempt(name)).token()).isGreaterThan(grant.token());
    }

    @Test
    void are_enough_for_leases() {
        locks("lease");
    }

    @Test
    void are_enough_for_row_locks() {
        locks("row-lock");
    }

    @Test
    void are_enough_for_the_guard() throws SQLException {
        JdbcSchemas.create(bench.server, "-guard");
        String[] login = bench.user("least", RIGHTS, SqlFencingGuard.TABLE);
        SqlFencingGuard guard = SqlFencingGuard.on(SqlFencingGuard.TABLE);
        FencingDomain domain = new FencingDomain("shop-locks", 1);
        try (Connection connection = connect(login)) {
            connection.setAutoCommit(false);
            guard.claim(connection, domain.claim("order:42", 7));
            guard.claim(connection, domain.claim("order:42", 8));
            connection.commit();
            assertThatThrownBy(() -> guard.claim(connection, domain.claim("order:42", 7)))
                    .isInstanceOf(StaleTokenException.class);
        }
    }

    private static Connection connect(String... login) throws SQLException {
        return DriverManager.getConnection(
                bench.server.url(), login[0].replace("user=", ""), login[1].replace("password=", ""));
    }

    @Test
    void do_not_let_a_client_delete_locks_or_change_the_table() throws SQLException {
        bench.backend();
        String[] login = bench.user("least", RIGHTS, "interlock_lease");
        try (Connection connection = connect(login);
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("DELETE FROM interlock_lease"))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> statement.execute("DROP TABLE interlock_lease"))
                    .isInstanceOf(SQLException.class);
        }
    }
}
