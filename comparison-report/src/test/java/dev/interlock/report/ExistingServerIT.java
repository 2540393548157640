// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.CheckRow;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.Status;
import dev.interlock.report.page.JsonFile;
import dev.interlock.report.run.Scope;
import dev.interlock.tck.Rule;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.ServerSource;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import dev.interlock.testbed.server.ZookeeperServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report on servers that are there already, which it must leave as they were. */
final class ExistingServerIT {

    private static final Set<Rule> FEW = EnumSet.of(
            Rule.ACQ_1, Rule.TOK_2, Rule.REN_2, Rule.PROC_2, Rule.WAIT_10, Rule.EXP_4, Rule.TOK_4, Rule.FAULT_2);
    private static final String[] REFUSED = {"EXP-4", "TOK-4", "OBS-5", "FAULT-1", "FAULT-2"};
    private static final String SECRET = "geheim-und-lang";

    @TempDir
    Path directory;

    @Test
    void on_redis() throws IOException {
        require(RedisServer.locate());
        try (RedisServer server = RedisServer.start()) {
            server.command("CONFIG", "SET", "maxmemory-policy", "volatile-lru");
            server.command("CONFIG", "SET", "maxmemory", "100mb");
            server.command(
                    "ACL",
                    "SETUSER",
                    "team",
                    "on",
                    ">" + SECRET,
                    "~team:*",
                    "resetchannels",
                    "&team:*",
                    "&__redis__:invalidate",
                    "+@all");
            server.command("SET", "team:{theirs}", "untouched");
            BackendReport found = run(
                    "--redis", "redis://team:" + SECRET + "@" + server.host() + ":" + server.port() + "?prefix=team");
            assertThat(found.checks())
                    .extracting(CheckRow::topic)
                    .containsExactly("eviction", "persistence", "replication", "clock", "grants", "TLS");
            assertThat(check(found, "eviction"))
                    .returns(CheckRow.Verdict.LIMITED, CheckRow::verdict)
                    .returns("set it to noeviction", CheckRow::remedy);
            assertThat(check(found, "persistence").verdict()).isEqualTo(CheckRow.Verdict.LIMITED);
            assertThat(check(found, "clock").verdict()).isEqualTo(CheckRow.Verdict.GOOD);
            assertThat(check(found, "grants").verdict()).isEqualTo(CheckRow.Verdict.GOOD);
            assertThat(server.command("KEYS", "*")).isEqualTo("team:{theirs}");
        }
    }

    @Test
    void on_zookeeper() throws Exception {
        require(ZookeeperServer.locate());
        try (ZookeeperServer server = ZookeeperServer.start()) {
            String hosts = server.host() + ":" + server.port();
            try (CuratorFramework client = CuratorFrameworkFactory.newClient(hosts, new RetryOneTime(1))) {
                client.start();
                client.create().forPath("/team");
                BackendReport found = run("--zookeeper", "zookeeper://team:" + SECRET + "@" + hosts + "/team");
                assertThat(check(found, "session limits").verdict()).isEqualTo(CheckRow.Verdict.GOOD);
                assertThat(check(found, "replication").found()).startsWith("one server by itself");
                assertThat(check(found, "grants").verdict()).isEqualTo(CheckRow.Verdict.GOOD);
                assertThat(client.getChildren().forPath("/team")).isEmpty();
            }
        }
    }

    @Test
    @Tag("nightly")
    void on_mysql() throws Exception {
        onSql(SqlProduct.MYSQL, "SET GLOBAL innodb_flush_log_at_trx_commit = 2");
    }

    @Test
    void on_postgres() throws Exception {
        onSql(SqlProduct.POSTGRES, "ALTER ROLE team SET synchronous_commit = off");
    }

    private void onSql(SqlProduct product, String weaken) throws IOException, SQLException {
        require(SqlServer.locate(product));
        try (SqlServer server = SqlServer.start(product);
                Connection connection = DriverManager.getConnection(server.url(), server.user(), server.password());
                Statement statement = connection.createStatement()) {
            boolean mysql = product == SqlProduct.MYSQL;
            statement.execute(
                    mysql
                            ? "CREATE USER team@'%' IDENTIFIED WITH mysql_native_password BY '" + SECRET + "'"
                            : "CREATE ROLE team LOGIN SUPERUSER PASSWORD '" + SECRET + "'");
            if (mysql) {
                statement.execute("GRANT ALL ON *.* TO team@'%'");
            }
            statement.execute(weaken);
            Set<String> before = tables(connection);
            BackendReport found = run(
                    "--jdbc", server.url() + (server.url().contains("?") ? "&" : "?") + "user=team&password=" + SECRET);
            assertThat(found.checks())
                    .extracting(CheckRow::topic)
                    .containsExactly(
                            "persistence", "replication", "clock", "isolation", "connections", "grants", "TLS");
            assertThat(check(found, "persistence").verdict()).isEqualTo(CheckRow.Verdict.LIMITED);
            assertThat(check(found, "persistence").remedy()).startsWith("set it to ");
            assertThat(check(found, "clock").verdict()).isEqualTo(CheckRow.Verdict.GOOD);
            assertThat(check(found, "isolation").found()).contains("read");
            assertThat(check(found, "connections").found()).containsPattern("allows \\d+ in all");
            assertThat(tables(connection)).isEqualTo(before);
        }
    }

    private static Set<String> tables(Connection connection) throws SQLException {
        Set<String> tables = new TreeSet<>();
        try (ResultSet rows = connection.getMetaData().getTables(null, null, "%", new String[] {"TABLE"})) {
            while (rows.next()) {
                tables.add(rows.getString("TABLE_NAME"));
            }
        }
        return tables;
    }

    private BackendReport run(String option, String uri) throws IOException {
        StringWriter out = new StringWriter();
        Main main = new Main(List.of(), all -> new Scope(FEW, mutant -> false, any -> true, TinyBudget.VALUE));
        int exit = Main.commandLine(main)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(out))
                .execute(option, uri, "--out", directory.toString());
        assertThat(exit).as(out.toString()).isZero();
        Report report = JsonFile.read(directory.resolve("report.json"));
        BackendReport found = report.backends().get(0);
        assertThat(found.count(Status.PASSED)).as(out.toString()).isEqualTo(4);
        assertThat(found.rule("REN-2"))
                .hasValueSatisfying(rule -> assertThat(rule.status())
                        .as("a part of it needs a hook")
                        .isIn(Status.PASSED, Status.PARTLY));
        assertThat(found.leftOut().rules()).contains(REFUSED);
        assertThat(found.leftOut().reason()).contains("Somebody else runs this server");
        assertThat(found.measurements()).isEmpty();
        assertThat(report.rest()).isEmpty();
        assertThat(Files.readString(directory.resolve("index.html"))).contains("id=\"set-up\"", "FAULT-2 was left out");
        assertThat(out.toString()).doesNotContain(SECRET);
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Files.readString(file, StandardCharsets.UTF_8))
                            .as(file.toString())
                            .doesNotContain(SECRET));
        }
        return found;
    }

    private static CheckRow check(BackendReport found, String topic) {
        return found.checks().stream()
                .filter(check -> check.topic().equals(topic))
                .findFirst()
                .orElseThrow();
    }

    private static void require(ServerSource source) {
        if (source instanceof ServerSource.Unavailable missing) {
            throw missing.raise();
        }
    }
}
