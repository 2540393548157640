// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.testbed.os.ProcessTree;
import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.server.ServerSource.Existing;
import dev.interlock.testbed.wire.LoopbackPort;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.TestAbortedException;

@Tag("nightly")
@ParameterizedClass
@EnumSource
class SqlServerIT {

    @Parameter
    private SqlProduct product;

    private SqlServer start(String... configuration) {
        return SqlServer.start(product, SqlProgram.find(product), configuration);
    }

    private static void fill(SqlServer server) {
        server.execute("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20))");
        server.execute("INSERT INTO t VALUES (1, 'a'), (2, NULL)");
    }

    /** That a test is aborted when a server is not usable must not hide that it should be. */
    private SqlServer use(Existing source) {
        try {
            return SqlServer.start(product, source);
        } catch (TestAbortedException e) {
            throw new AssertionError(e);
        }
    }

    private String[] connections(int most) {
        return product == SqlProduct.POSTGRES
                ? new String[] {"-c", "max_connections=" + most}
                : new String[] {"--max-connections=" + most};
    }

    @Test
    void answers_and_says_what_it_is() {
        try (SqlServer server = start()) {
            fill(server);

            assertThat(server.query("SELECT id, v FROM t ORDER BY id")).isEqualTo("1\ta\n2\t(null)");
            assertThat(server.query("SELECT id FROM t WHERE id = 3")).isEmpty();
            assertThatThrownBy(() -> server.execute("SELECT nothing"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith(
                            product.productName() + " on 127.0.0.1:" + server.port() + ", asked for SELECT")
                    .hasCauseInstanceOf(SQLException.class);
            assertThat(server.query("SELECT VERSION()")).contains(server.version());
            assertThat(server.product()).isEqualTo(product.id());
            assertThat(server.source()).startsWith(product.id() + " " + server.version() + ", ");
            assertThat(server.ownsProcess()).isTrue();
            assertThat(server.url()).matches(product.urlPrefix() + "127\\.0\\.0\\.1:" + server.port() + "/\\w+");
            assertThat(server.urlThrough(7)).isEqualTo(server.url().replace(":" + server.port(), ":7"));
        }
    }

    @Test
    void counts_what_others_send_and_not_the_counting() throws SQLException {
        // Otherwise Connector/J asks whether the session is read-only before each update by Statement.execute.
        String settings = product == SqlProduct.MYSQL ? "?readOnlyPropagatesToServer=false" : "";
        try (SqlServer server = start();
                Connection connection =
                        DriverManager.getConnection(server.url() + settings, server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20))");
            Map<String, Long> expected = new TreeMap<>(server.statementsByKind());
            long all = server.statements();
            assertThat(server.statements()).as("counting counts for nothing").isEqualTo(all);

            statement.execute("UPDATE t SET v = 'b' WHERE id = 1");
            statement.execute("UPDATE t SET v = 'c' WHERE id = 1");
            assertThat(server.statements()).isEqualTo(all + 2);
            expected.merge("update", 2L, Long::sum);
            assertThat(server.statementsByKind()).isEqualTo(expected);
        }
    }

    /** MySQL and MariaDB delete at their start what they take for left over in the directory of temporary files. */
    @Test
    void another_server_that_starts_leaves_this_one_its_temporary_files() throws SQLException {
        String engine = product == SqlProduct.POSTGRES ? "" : " ENGINE=MyISAM";
        try (SqlServer server = start();
                Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMPORARY TABLE scratch (id INT)" + engine);
            statement.execute("INSERT INTO scratch VALUES (1)");
            start().close();
            statement.execute("ALTER TABLE scratch ADD v INT");
            assertThat(statement.executeUpdate("DELETE FROM scratch")).isEqualTo(1);
        }
    }

    @Test
    void a_frozen_server_answers_only_when_thawed() throws Exception {
        ExecutorService client = Executors.newSingleThreadExecutor();
        try (SqlServer server = start();
                Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            fill(server);
            server.freeze();
            Future<Integer> update = client.submit(() -> statement.executeUpdate("UPDATE t SET v = 'b' WHERE id = 1"));
            assertThatThrownBy(() -> update.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);

            server.thaw();
            assertThat(update.get(10, TimeUnit.SECONDS)).isEqualTo(1);
            assertThat(server.query("SELECT v FROM t WHERE id = 1")).isEqualTo("b");
        } finally {
            client.shutdownNow();
        }
    }

    @Test
    void a_killed_server_is_gone_and_comes_back_on_its_port_with_its_data_unless_it_is_to_be_empty()
            throws SQLException {
        try (SqlServer server = start();
                Connection connection = server.connect()) {
            fill(server);
            long pid = server.pid();
            int port = server.port();
            server.kill();
            assertThat(connection.isValid(1)).isFalse();
            assertThatThrownBy(() -> server.execute("SELECT 1"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasCauseInstanceOf(SQLException.class);
            assertThatThrownBy(server::freeze).hasMessageContaining("ended");

            server.restart();
            assertThat(server.query("SELECT v FROM t WHERE id = 1")).isEqualTo("a");
            assertThat(server.port()).isEqualTo(port);
            assertThat(server.pid()).isNotEqualTo(pid);

            server.freeze();
            server.restartEmpty();
            assertThatThrownBy(() -> server.execute("SELECT v FROM t")).hasMessageContaining("t");
            fill(server);
            assertThat(server.statements()).as("counted anew").isPositive();
        }
    }

    @Test
    void takes_configuration_and_says_why_it_does_not_start() {
        try (SqlServer server = start(connections(33))) {
            assertThat(server.query(
                            product == SqlProduct.POSTGRES ? "SHOW max_connections" : "SELECT @@max_connections"))
                    .isEqualTo("33");
        }
        Binary program = SqlProgram.find(product);
        String[] nonsense = product == SqlProduct.POSTGRES
                ? new String[] {"-c", "max_connections=nonsense"}
                : new String[] {"--no-such-option=1"};
        assertThatThrownBy(() -> SqlServer.start(product, program, nonsense))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ended before it was ready")
                .hasMessageContaining(product == SqlProduct.POSTGRES ? "max_connections" : "no-such-option");
    }

    @Test
    void tries_another_port_if_the_first_was_taken_meanwhile() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, LoopbackPort.loopback())) {
            Iterator<Integer> ports =
                    List.of(taken.getLocalPort(), LoopbackPort.free()).iterator();
            SqlPlan plan = product.plan(SqlProgram.find(product), List.of());
            try (ServerInstance server = ServerInstance.start(plan, ports::next)) {
                assertThat(ports).isExhausted();
                assertThat(server.process().isAlive()).isTrue();
            }
        }
    }

    @Test
    void a_server_that_is_not_ours_is_not_ready() throws IOException {
        Binary program = SqlProgram.find(product);
        SqlPlan plan = product.plan(program, List.of());
        Path elsewhere = Files.createTempDirectory("not-ours");
        try (ServerInstance server = ServerInstance.start(plan, LoopbackPort::free)) {
            assertThat(plan.isReady(elsewhere, server.port(), server.process())).isFalse();
        } finally {
            Files.delete(elsewhere);
        }
    }

    @Test
    void files_and_processes_go_with_the_server() throws SQLException {
        Path data;
        List<ProcessHandle> processes;
        try (SqlServer server = start();
                Connection connection = server.connect()) {
            assertThat(connection.isValid(5)).isTrue();
            data = Path.of(server.query(
                    product.plan(SqlProgram.find(product), List.of()).dataDirectoryQuery()));
            ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
            processes = ProcessTree.childrenOf(process);
            assertThat(processes.isEmpty()).isEqualTo(product != SqlProduct.POSTGRES);
            assertThat(data).isDirectory();
        }
        assertThat(data.getParent()).doesNotExist();
        assertThat(ProcessTree.areGone(processes)).isTrue();
    }

    @Test
    void a_running_server_is_used_but_not_touched() {
        try (SqlServer own = start()) {
            String credentials = product == SqlProduct.POSTGRES ? "?user=postgres" : "?user=root";
            Existing source = new Existing(own.url() + credentials, "this test");
            try (SqlServer existing = use(source)) {
                assertThat(existing.query("SELECT 1")).isEqualTo("1");
                assertThat(existing.version()).isEqualTo(own.version());
                assertThat(existing.ownsProcess()).isFalse();
                assertThatThrownBy(existing::freeze)
                        .isInstanceOf(UnsupportedOperationException.class)
                        .hasMessage("cannot freeze the existing server (this test): its process is not ours");
            }
            assertThat(own.query("SELECT 1")).isEqualTo("1");
            assertThatThrownBy(() -> SqlServer.start(product, source, connections(33)))
                    .isInstanceOf(TestAbortedException.class);
        }
    }

    @Test
    void a_running_server_that_does_not_run_is_unavailable() {
        Existing existing =
                new Existing(product.urlPrefix() + "127.0.0.1:" + LoopbackPort.free() + "/locks", "this test");

        assertThatThrownBy(() -> SqlServer.start(product, existing))
                .as("aborted or failed, as this build requires")
                .hasMessageContaining("existing server (this test) is not usable")
                .hasMessageContaining("correct or unset this test");
    }
}
