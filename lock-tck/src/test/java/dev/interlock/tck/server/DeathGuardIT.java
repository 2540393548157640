// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.interlock.tck.server.ServerSource.Binary;
import dev.interlock.tck.wire.LoopbackPort;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever ends a JVM ends its servers: seen on child JVMs that have a temporary directory of their own. */
class DeathGuardIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private Binary binary;
    private final List<Process> children = new ArrayList<>();
    private final List<Held> servers = new ArrayList<>();

    /** What a child told about its server. */
    private record Held(Process child, long pid, int port) {

        boolean isServing() {
            try (Socket socket = new Socket(LoopbackPort.loopback(), port)) {
                return socket.isConnected();
            } catch (IOException e) {
                return false;
            }
        }
    }

    @BeforeEach
    void findServer() {
        binary = RedisProgram.find();
    }

    @AfterEach
    void endChildren() {
        for (Process child : children) {
            child.destroyForcibly();
            child.onExit().join();
        }
        // A failed test may leave a server of a child behind; while it serves on its port, the process id is still its.
        servers.stream()
                .filter(Held::isServing)
                .forEach(held -> ProcessHandle.of(held.pid()).ifPresent(ProcessHandle::destroyForcibly));
    }

    /** A child JVM with this PATH, in which setpriv may or may not be. */
    private Held child(String path) throws IOException {
        Path told = directory.resolve("child-" + children.size());
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                ServerHolder.class.getName(),
                told.toString());
        builder.environment().put("PATH", path);
        builder.environment().put(RedisLocator.SERVER_VARIABLE, binary.path().toString());
        builder.redirectErrorStream(true)
                .redirectOutput(directory.resolve("child.log").toFile());
        Process child = builder.start();
        children.add(child);
        await().atMost(LIMIT).until(() -> Files.exists(told) || !child.isAlive());
        assertThat(told).as(() -> log(directory.resolve("child.log"))).exists();
        String[] words = Files.readString(told).split(" ", -1);
        Held held = new Held(child, Long.parseLong(words[0]), Integer.parseInt(words[1]));
        servers.add(held);
        return held;
    }

    private static String log(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
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
        Held held = child(System.getenv("PATH"));
        assertThat(held.isServing()).isTrue();

        held.child().destroyForcibly();

        await().atMost(LIMIT).until(() -> !held.isServing());
    }

    @Test
    void a_server_and_its_files_go_when_its_jvm_ends_in_order() throws IOException {
        Held held = child("/nowhere");
        assertThat(runs()).hasSize(1);

        held.child().getOutputStream().close();

        await().atMost(LIMIT).until(() -> !held.child().isAlive());
        assertThat(held.isServing()).isFalse();
        assertThat(runs()).isEmpty();
    }

    @Test
    void without_setpriv_the_next_jvm_kills_what_a_killed_jvm_left_and_nothing_else() throws IOException {
        Held left = child("/nowhere");
        Held living = child("/nowhere");
        left.child().destroyForcibly();
        left.child().onExit().join();
        assertThat(left.isServing()).as("nothing but the sweep ends it").isTrue();
        Path leftRun = runs().stream()
                .filter(run -> run.getFileName()
                        .toString()
                        .startsWith("run-" + left.child().pid() + "-"))
                .findFirst()
                .orElseThrow();

        Held next = child("/nowhere");

        await().atMost(LIMIT).until(() -> !left.isServing());
        assertThat(leftRun).doesNotExist();
        assertThat(living.isServing()).isTrue();
        assertThat(next.isServing()).isTrue();
        assertThat(runs()).hasSize(2);
    }
}
