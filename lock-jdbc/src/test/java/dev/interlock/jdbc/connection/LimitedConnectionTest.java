// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.jdbc.FakeConnection;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.memory.ManualClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Which network time-out each statement of a step has. */
class LimitedConnectionTest {

    private static final int LIMIT_MILLIS = 2_000;

    private final ManualClock clock = new ManualClock();
    private final FakeConnection fake = new FakeConnection();
    private final Connection limited = limited(LIMIT_MILLIS);

    private Connection limited(int usualMillis) {
        fake.networkMillis = usualMillis;
        JdbcLockOptions options = JdbcLockOptions.STANDARD.withTimeout(Duration.ofMillis(LIMIT_MILLIS));
        return LimitedConnection.of(fake.connection, new StepLimit(clock, options), usualMillis);
    }

    private void send(Connection connection) throws SQLException {
        connection.prepareStatement("SELECT 1").close();
    }

    @Test
    void a_first_statement_has_the_limit_of_the_connection() throws SQLException {
        send(limited);
        assertThat(fake.networkMillis).isEqualTo(LIMIT_MILLIS);
        assertThat(fake.calls).doesNotContain("setNetworkTimeout");
    }

    @Test
    void each_further_statement_has_what_is_left() throws SQLException {
        send(limited);
        clock.advance(Duration.ofMillis(700));
        send(limited);
        assertThat(fake.networkMillis).isEqualTo(1_300);
        clock.advance(Duration.ofMillis(700));
        send(limited);
        assertThat(fake.networkMillis).isEqualTo(600);
    }

    @Test
    void no_statement_is_sent_once_nothing_is_left() {
        clock.advance(Duration.ofMillis(LIMIT_MILLIS));
        assertThatThrownBy(() -> send(limited)).isInstanceOf(SQLTransientConnectionException.class);
        assertThat(fake.calls).doesNotContain("prepareStatement");
    }

    @Test
    void a_shorter_limit_of_the_connection_is_not_made_longer() throws SQLException {
        Connection shorter = limited(500);
        clock.advance(Duration.ofMillis(1_000));
        send(shorter);
        assertThat(fake.networkMillis).isEqualTo(500);
        clock.advance(Duration.ofMillis(700));
        send(shorter);
        assertThat(fake.networkMillis).isEqualTo(300);
    }

    @Test
    void what_the_driver_throws_is_thrown() {
        fake.fail("prepareStatement", 1, new SQLException("by the driver"));
        assertThatThrownBy(() -> send(limited))
                .isExactlyInstanceOf(SQLException.class)
                .hasMessage("by the driver");
    }
}
