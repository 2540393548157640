// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.interlock.testbed.os.Executables;
import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.server.ServerSource.Existing;
import dev.interlock.testbed.server.ServerSource.Unavailable;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SqlLocatorTest {

    @TempDir
    private Path directory;

    private Path program(String name, String script) throws IOException {
        Path path = Files.createDirectories(directory.resolve(name + "-bin")).resolve(name);
        Files.writeString(path, "#!/bin/sh\n" + script + "\n");
        assertThat(path.toFile().setExecutable(true)).isTrue();
        return path;
    }

    /** Without the artifacts on the class path, and with a cache in which nothing is. */
    private ServerSource locate(SqlProduct product, Map<String, String> environment, String osName) throws IOException {
        Map<String, String> all = new HashMap<>(environment);
        all.put("XDG_CACHE_HOME", directory.toString());
        try (URLClassLoader empty = new URLClassLoader(new URL[0], null)) {
            return new SqlLocator(product, all, osName, "amd64", empty).locate();
        }
    }

    private ServerSource locate(SqlProduct product, Map<String, String> environment) throws IOException {
        return locate(product, environment, "Linux");
    }

    private static void assumeNoneInstalled(SqlProduct product) {
        assumeTrue(
                Executables.ofServer(Map.of(), product.program()).findAny().isEmpty(),
                "one is installed where it is always found");
    }

    @ParameterizedTest
    @CsvSource({
        "MYSQL, LOCKS_TEST_MYSQL_URL, LOCKS_TEST_MYSQLD, MySQL 8",
        "MARIADB, LOCKS_TEST_MARIADB_URL, LOCKS_TEST_MARIADBD, MariaDB 11",
        "POSTGRES, LOCKS_TEST_POSTGRES_URL, LOCKS_TEST_POSTGRES_BIN, (PostgreSQL) 17"
    })
    void a_running_server_comes_first_then_a_named_program_then_the_path(
            SqlProduct product, String urlVariable, String programVariable, String words) throws IOException {
        Path named = program("named", "echo '" + words + " named'");
        Path onPath = program(product.program(), "echo '" + words + " on the path'");
        Map<String, String> environment = new HashMap<>(Map.of(
                urlVariable,
                "jdbc:somewhere",
                programVariable,
                named.toString(),
                "PATH",
                onPath.getParent().toString()));

        assertThat(locate(product, environment)).isEqualTo(new Existing("jdbc:somewhere", urlVariable));
        environment.remove(urlVariable);
        assertThat(locate(product, environment)).isEqualTo(new Binary(named, words + " named", programVariable));
        environment.put(programVariable, onPath.getParent().toString());
        assertThat(locate(product, environment))
                .as("a directory will do")
                .isEqualTo(new Binary(onPath, words + " on the path", programVariable));
        environment.remove(programVariable);
        assertThat(locate(product, environment)).isEqualTo(new Binary(onPath, words + " on the path", "path"));
    }

    @Test
    void a_mysqld_that_is_mariadb_is_passed_over() throws IOException {
        assumeNoneInstalled(SqlProduct.MYSQL);
        Path mariadb = program("mysqld", "echo mysqld Ver 10.11.6-MariaDB");

        assertThat(locate(SqlProduct.MYSQL, Map.of("PATH", mariadb.getParent().toString())))
                .isInstanceOfSatisfying(
                        Unavailable.class,
                        missing -> assertThat(missing.reason())
                                .contains(mariadb + " (path) is not MySQL: mysqld Ver 10.11.6-MariaDB"));
    }

    @Test
    void a_named_program_that_does_not_run_is_not_replaced_and_its_words_are_the_reason() throws IOException {
        Path broken = program("broken", "echo libnuma.so.1: cannot open shared object file >&2; exit 127");
        Path onPath = program("mysqld", "echo MySQL");

        assertThat(locate(
                        SqlProduct.MYSQL,
                        Map.of(
                                "LOCKS_TEST_MYSQLD",
                                broken.toString(),
                                "PATH",
                                onPath.getParent().toString())))
                .isInstanceOfSatisfying(
                        Unavailable.class,
                        missing -> assertThat(missing.reason())
                                .isEqualTo(
                                        broken + " (LOCKS_TEST_MYSQLD) does not run: libnuma.so.1: cannot open shared"
                                                + " object file"));
    }

    @ParameterizedTest
    @EnumSource
    void a_missing_artifact_is_a_reason_with_a_remedy(SqlProduct product) throws IOException {
        assumeNoneInstalled(product);

        assertThat(locate(product, Map.of())).isInstanceOfSatisfying(Unavailable.class, missing -> {
            assertThat(missing.server()).isEqualTo(product.id());
            assertThat(missing.reason())
                    .startsWith("no " + product.program() + " on the path; ")
                    .endsWith(BundledSql.of(product).coordinates() + " is not on the class path");
            assertThat(missing.remedy())
                    .contains(
                            BundledSql.of(product).coordinates(),
                            "install",
                            product.programVariable(),
                            product.variable("URL"));
        });
    }

    @ParameterizedTest
    @EnumSource
    void there_is_no_artifact_for_every_system(SqlProduct product) throws IOException {
        assumeNoneInstalled(product);

        assertThat(locate(product, Map.of(), "Windows 11"))
                .isInstanceOfSatisfying(
                        Unavailable.class,
                        missing -> assertThat(missing.reason()).endsWith("has no program for Windows 11 amd64"));
    }
}
