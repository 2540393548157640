// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.interlock.testbed.os.Executables;
import dev.interlock.testbed.os.ProcessTree;
import dev.interlock.testbed.server.ServerSource.Binary;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever ends a JVM ends its databases, with the processes that serve their connections. */
@Tag("nightly")
@ParameterizedClass
@EnumSource
class SqlDeathIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Parameter
    private SqlProduct product;

    @TempDir
    private Path directory;

    private Binary binary;

    @BeforeEach
    void findServer() {
        binary = SqlProgram.find(product);
    }

    private HeldServer child(String... server) throws IOException {
        return HeldServer.start(
                directory, Map.of(product.programVariable(), binary.path().toString()), server);
    }

    private static List<ProcessHandle> processesOf(HeldServer held) {
        ProcessHandle process = ProcessHandle.of(held.pid()).orElseThrow();
        return Stream.concat(Stream.of(process), process.descendants()).toList();
    }

    @Test
    void a_server_dies_with_its_jvm_when_that_is_killed() throws IOException, SQLException {
        assumeTrue(
                Executables.onPath(System.getenv(), "setpriv").findAny().isPresent(),
                "setpriv of util-linux is missing");
        HeldServer held = child(product.name());
        SqlPlan plan = product.plan(binary, List.of());
        try (Connection connection = plan.addressOn(held.port()).connect(5)) {
            assertThat(connection.isValid(5)).isTrue();
            List<ProcessHandle> processes = processesOf(held);

            held.killChild();

            await().atMost(LIMIT).until(() -> ProcessTree.areGone(processes));
            assertThat(held.isServing()).isFalse();
        } finally {
            held.end();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "frozen"})
    void a_server_and_its_processes_go_when_its_jvm_ends_in_order(String state) throws IOException {
        HeldServer held = state.isEmpty() ? child(product.name()) : child(product.name(), state);
        List<ProcessHandle> processes = processesOf(held);
        try {
            held.child().getOutputStream().close();

            await().atMost(LIMIT).until(() -> !held.child().isAlive());
            await().atMost(LIMIT).until(() -> ProcessTree.areGone(processes));
            assertThat(directory.resolve("interlock-servers-" + System.getProperty("user.name")))
                    .isDirectoryNotContaining("glob:**/run-*");
        } finally {
            processes.forEach(ProcessHandle::destroyForcibly);
            held.end();
        }
    }

    /** The kernel kills the server; what it forked would notice that, did it not stand still. */
    @Test
    void a_server_that_a_killed_jvm_left_frozen_is_swept_by_the_next() throws IOException {
        HeldServer left = child(product.name(), "frozen");
        List<ProcessHandle> processes = processesOf(left);
        assertThat(ProcessTree.areStopped(processes)).isTrue();
        left.killChild();

        HeldServer next = child(product.name());
        try {
            await().atMost(LIMIT).until(() -> ProcessTree.areGone(processes));
            assertThat(next.isServing()).isTrue();
        } finally {
            processes.forEach(ProcessHandle::destroyForcibly);
            next.end();
        }
    }
}
