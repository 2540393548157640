// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import static dev.interlock.testbed.wire.SqlRequests.running;
import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlProgram;
import dev.interlock.testbed.server.SqlServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Each driver in each of its ways to send a statement. */
@ParameterizedClass
@EnumSource
class GateProxySqlIT {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Map<SqlProduct, SqlServer> SERVERS = new EnumMap<>(SqlProduct.class);

    enum Way {
        MYSQL_TEXT(SqlProduct.MYSQL, ""),
        MYSQL_PREPARED(SqlProduct.MYSQL, "useServerPrepStmts=true&cachePrepStmts=true"),
        MYSQL_CURSOR(SqlProduct.MYSQL, "useCursorFetch=true&defaultFetchSize=2"),
        MARIADB_TEXT(SqlProduct.MARIADB, ""),
        MARIADB_PREPARED(SqlProduct.MARIADB, "useServerPrepStmts=true"),
        MARIADB_UNCACHED(SqlProduct.MARIADB, "useServerPrepStmts=true&cachePrepStmts=false&useBulkStmts=true"),
        POSTGRES_EXTENDED(SqlProduct.POSTGRES, ""),
        POSTGRES_SIMPLE(SqlProduct.POSTGRES, "preferQueryMode=simple"),
        POSTGRES_PREPARED(SqlProduct.POSTGRES, "prepareThreshold=-1"),
        POSTGRES_CURSOR(SqlProduct.POSTGRES, "defaultRowFetchSize=2");

        private final SqlProduct product;
        private final String settings;

        Way(SqlProduct product, String settings) {
            this.product = product;
            this.settings = settings;
        }
    }

    @Parameter
    private Way way;

    private final ExecutorService client = Executors.newSingleThreadExecutor();
    private SqlServer server;
    private GateProxy proxy;
    private Connection connection;
    private PreparedStatement update;

    @BeforeEach
    void connect() throws SQLException {
        server = SERVERS.computeIfAbsent(way.product, product -> SqlServer.start(product, SqlProgram.find(product)));
        server.execute("DROP TABLE IF EXISTS t");
        server.execute("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(2000))");
        server.execute("INSERT INTO t VALUES (1, 'a')");
        proxy = way.product == SqlProduct.POSTGRES
                ? GateProxy.postgres(server.host(), server.port())
                : GateProxy.mysql(server.host(), server.port());
        connection = DriverManager.getConnection(
                server.urlThrough(proxy.port()) + "?" + way.settings, server.user(), server.password());
        update = connection.prepareStatement("UPDATE t SET v = ? WHERE id = ?");
    }

    @AfterEach
    void disconnect() throws SQLException {
        client.shutdownNow();
        connection.abort(Runnable::run);
        proxy.close();
    }

    @AfterAll
    static void stop() {
        SERVERS.values().forEach(SqlServer::close);
        SERVERS.clear();
    }

    private int update(String value) throws SQLException {
        update.setString(1, value);
        update.setInt(2, 1);
        return update.executeUpdate();
    }

    private String stored() {
        return server.query("SELECT v FROM t WHERE id = 1");
    }

    @Test
    void a_held_reply_means_that_the_server_acted_and_the_client_does_not_know() throws Exception {
        Gate gate = proxy.onRequest(running("update T set")).holdReply();
        Future<Integer> updated = client.submit(() -> update("b"));

        gate.awaitReached(LIMIT);
        assertThat(stored()).isEqualTo("b");
        assertThat(updated).isNotDone();
        gate.open();
        assertThat(updated.get(10, TimeUnit.SECONDS)).isEqualTo(1);
    }

    @Test
    void a_held_request_means_that_the_server_did_not_act_yet() throws Exception {
        Gate gate = proxy.onRequest(running("update t set")).holdRequest();
        Future<Integer> updated = client.submit(() -> update("b"));

        gate.awaitReached(LIMIT);
        assertThat(stored()).isEqualTo("a");
        gate.open();
        assertThat(updated.get(10, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(stored()).isEqualTo("b");
    }

    @Test
    void a_dropped_reply_is_an_error_after_the_server_acted() throws Exception {
        Gate gate = proxy.onRequest(running("update t set")).dropReply(ConnectionEnding.CUT);

        assertThatThrownBy(() -> update("b")).isInstanceOf(SQLException.class);
        assertThat(gate.timesMet()).isEqualTo(1);
        assertThat(stored()).isEqualTo("b");
    }

    @Test
    void a_dropped_request_is_an_error_and_the_server_never_acts() throws Exception {
        Gate gate = proxy.onRequest(running("update t set")).dropRequest(ConnectionEnding.RESET);

        assertThatThrownBy(() -> update("b")).isInstanceOf(SQLException.class);
        assertThat(gate.timesMet()).isEqualTo(1);
        assertThat(stored()).isEqualTo("a");
    }

    @Test
    void the_third_execution_of_one_prepared_statement_can_be_hit() throws Exception {
        Gate gate = proxy.onRequest(running("update t set")).skip(2).dropReply(ConnectionEnding.CUT);

        assertThat(update("b")).isEqualTo(1);
        assertThat(update("c")).isEqualTo(1);
        assertThat(gate.timesMet()).isZero();
        assertThatThrownBy(() -> update("d")).isInstanceOf(SQLException.class);
        assertThat(stored()).isEqualTo("d");
    }

    @Test
    void a_commit_can_be_hit() throws Exception {
        Gate gate = proxy.onRequest(running("commit").and(not(running("autocommit"))))
                .dropReply(ConnectionEnding.CUT);
        connection.setAutoCommit(false);
        assertThat(update("b")).isEqualTo(1);
        assertThat(gate.timesMet()).isZero();

        assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        assertThat(gate.timesMet()).isEqualTo(1);
        assertThat(stored()).isEqualTo("b");
    }

    @Test
    void common_statements_pass_unharmed_and_stay_in_step() throws Exception {
        try (Statement plain = connection.createStatement();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)");
                PreparedStatement select =
                        connection.prepareStatement("SELECT id, v FROM t WHERE id >= ? ORDER BY id")) {
            connection.setAutoCommit(false);
            for (int id = 100; id < 200; id++) {
                insert.setInt(1, id);
                insert.setString(2, "x".repeat(1_000));
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).hasSize(100);
            connection.commit();
            assertThat(rows(select, 100)).isEqualTo(100);
            assertThat(rows(select, 999)).isZero();
            assertThatThrownBy(() -> plain.execute("SELECT nothing FROM nowhere"))
                    .isInstanceOf(SQLException.class);
            connection.rollback();
            assertThatThrownBy(() -> connection
                            .prepareStatement("SELECT nothing FROM nowhere")
                            .executeQuery())
                    .isInstanceOf(SQLException.class);
            connection.rollback();
            assertThat(plain.executeUpdate("DELETE FROM t WHERE id >= 100")).isEqualTo(100);
            connection.rollback();
            connection.setAutoCommit(true);
            assertThat(rows(select, 100)).isEqualTo(100);
            assertThat(connection.getMetaData().getTables(null, null, "t", null).next())
                    .isTrue();
            assertThat(connection.isValid(5)).isTrue();
            if (way != Way.POSTGRES_SIMPLE) {
                assertThat(select.getMetaData().getColumnCount()).isEqualTo(2);
            }
        }
        a_held_reply_means_that_the_server_acted_and_the_client_does_not_know();
    }

    private static int rows(PreparedStatement select, int from) throws SQLException {
        select.setInt(1, from);
        try (ResultSet rows = select.executeQuery()) {
            int count = 0;
            while (rows.next()) {
                assertThat(rows.getString(2)).hasSize(1_000);
                count++;
            }
            return count;
        }
    }
}
