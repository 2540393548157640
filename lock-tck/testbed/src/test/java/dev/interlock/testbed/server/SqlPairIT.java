// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A failover of a database, by hand. */
@Tag("nightly")
@ParameterizedClass
@EnumSource
class SqlPairIT {

    @Parameter
    SqlProduct product;

    private SqlPair pair;

    @BeforeEach
    void start() {
        SqlProgram.find(product);
        pair = SqlPair.start(product);
        pair.primary().execute("CREATE TABLE t (a INT PRIMARY KEY)");
        pair.primary().execute("INSERT INTO t VALUES (1)");
        pair.awaitInSync();
    }

    @AfterEach
    void stop() {
        if (pair != null) {
            pair.close();
        }
    }

    @Test
    void a_standby_that_was_cut_off_lacks_the_last_write_when_it_is_promoted() {
        assertThat(pair.standby().query("SELECT a FROM t")).isEqualTo("1");
        pair.cutOff();
        pair.primary().execute("INSERT INTO t VALUES (2)");
        pair.primary().kill();
        pair.promote();
        pair.standby().execute("INSERT INTO t VALUES (3)");
        assertThat(pair.standby().query("SELECT a FROM t ORDER BY a")).isEqualTo("1\n3");
    }

    @Test
    void standby_and_demoted_primary_refuse_writes_and_both_take_them_in_between() throws SQLException {
        user();
        pair.awaitInSync();
        assertThatThrownBy(() -> write(pair.standby(), 9)).hasMessageMatching("(?s).*read.only.*");
        pair.promote();
        write(pair.primary(), 2);
        write(pair.standby(), 3);
        assertThat(pair.primary().query("SELECT a FROM t ORDER BY a")).isEqualTo("1\n2");
        assertThat(pair.standby().query("SELECT a FROM t ORDER BY a")).isEqualTo("1\n3");
        pair.demotePrimary();
        assertThatThrownBy(() -> write(pair.primary(), 4)).hasMessageMatching("(?s).*read.only.*");
    }

    private void user() {
        if (product == SqlProduct.POSTGRES) {
            pair.primary().execute("CREATE ROLE citizen LOGIN");
            pair.primary().execute("GRANT ALL ON t TO citizen");
        } else {
            pair.primary()
                    .execute("CREATE USER citizen"
                            + (product == SqlProduct.MYSQL ? " IDENTIFIED WITH mysql_native_password BY ''" : ""));
            pair.primary().execute("GRANT ALL ON locks.* TO citizen");
        }
    }

    private static void write(SqlServer server, int row) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url(), "citizen", "");
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO t VALUES (" + row + ")");
        }
    }
}
