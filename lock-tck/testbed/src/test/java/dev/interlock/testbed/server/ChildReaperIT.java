// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.interlock.testbed.os.Executables;
import dev.interlock.testbed.server.ServerSource.Binary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever ends a JVM ends its servers: seen on child JVMs that have a temporary directory of their own. */
class ChildReaperIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private Binary binary;
    private final List<HeldServer> servers = new ArrayList<>();

    @BeforeEach
    void findServer() {
        binary = RedisProgram.find();
    }

    @AfterEach
    void endChildren() {
        servers.forEach(HeldServer::end);
    }

    /** A child JVM with this PATH, in which setpriv may or may not be. */
    private HeldServer child(String path) throws IOException {
        HeldServer held = HeldServer.start(
                directory,
                Map.of("PATH", path, RedisLocator.SERVER_VARIABLE, binary.path().toString()),
                "redis");
        servers.add(held);
        return held;
    }

    private List<Path> runs() throws IOException {
        try (Stream<Path> paths =
                Files.list(directory.resolve("interlock-servers-" + System.getProperty("user.name")))) {
            return paths.filter(path -> path.getFileName().toString().startsWith("run-"))
                    .toList();
        }
    }

    @Test
    void a_server_dies_with_its_jvm_when_that_is_killed() throws IOException {
        assumeTrue(
                Executables.onPath(System.getenv(), "setpriv").findAny().isPresent(),
                "setpriv of util-linux is missing");
        HeldServer held = child(System.getenv("PATH"));
        assertThat(held.isServing()).isTrue();

        held.child().destroyForcibly();

        await().atMost(LIMIT).until(() -> !held.isServing());
    }

    @Test
    void a_server_and_its_files_go_when_its_jvm_ends_in_order() throws IOException {
        HeldServer held = child("/nowhere");
        assertThat(runs()).hasSize(1);

        held.child().getOutputStream().close();

        await().atMost(LIMIT).until(() -> !held.child().isAlive());
        assertThat(held.isServing()).isFalse();
        assertThat(runs()).isEmpty();
    }

    @Test
    void without_setpriv_the_next_jvm_kills_what_a_killed_jvm_left_and_nothing_else() throws IOException {
        HeldServer left = child("/nowhere");
        HeldServer living = child("/nowhere");
        left.killChild();
        assertThat(left.isServing()).as("nothing but the sweep ends it").isTrue();
        Path leftRun = runs().stream()
                .filter(run -> run.getFileName()
                        .toString()
                        .startsWith("run-" + left.child().pid() + "-"))
                .findFirst()
                .orElseThrow();

        HeldServer next = child("/nowhere");

        await().atMost(LIMIT).until(() -> !left.isServing());
        assertThat(leftRun).doesNotExist();
        assertThat(living.isServing()).isTrue();
        assertThat(next.isServing()).isTrue();
        assertThat(runs()).hasSize(2);
    }
}
