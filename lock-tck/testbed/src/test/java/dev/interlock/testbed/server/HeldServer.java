// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.testbed.jvm.JavaProgram;
import dev.interlock.testbed.wire.LoopbackPort;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A child JVM with a temporary directory of its own, and the server that it started. */
record HeldServer(Process child, long pid, int port) {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /**
     * Starts a child JVM that starts a server.
     *
     * @param server {@code redis} or the name of a {@link SqlProduct}; then perhaps {@code frozen}
     */
    static HeldServer start(Path directory, Map<String, String> environment, String... server) throws IOException {
        Path note = Files.createTempDirectory(directory, "child-").resolve("note");
        Path log = note.resolveSibling("log");
        List<String> command = new ArrayList<>();
        command.add(JavaProgram.JAVA.toString());
        command.addAll(List.of("-Djava.io.tmpdir=" + directory, "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(ServerHolder.class.getName(), note.toString()));
        command.addAll(List.of(server));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        Process child =
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try {
            await().atMost(LIMIT).until(() -> Files.exists(note) || !child.isAlive());
            assertThat(note).as(Files.readString(log)).exists();
            String[] words = Files.readString(note).split(" ", -1);
            return new HeldServer(child, Long.parseLong(words[0]), Integer.parseInt(words[1]));
        } catch (IOException | RuntimeException | AssertionError e) {
            child.destroyForcibly();
            throw e;
        }
    }

    boolean isServing() {
        try (Socket socket = new Socket(LoopbackPort.loopback(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    void killChild() {
        child.destroyForcibly();
        child.onExit().join();
    }

    /** A failed test may leave the server behind; while it serves on its port, the process id is still its. */
    void end() {
        killChild();
        if (isServing()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }
}
