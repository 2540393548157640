// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import dev.interlock.testbed.jvm.JavaProgram;
import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.os.RunDirectory;
import dev.interlock.testbed.wire.LoopbackPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An instance of the service as a process of its own, which can be stopped and killed. Does not outlive this JVM. */
final class Instance implements AutoCloseable {

    private final String name;
    private final int port;
    private final Path directory;
    private final JavaProgram program;
    private volatile ChildProcess process;

    private Instance(String name, int port, Path directory, JavaProgram program) {
        this.name = name;
        this.port = port;
        this.directory = directory;
        this.program = program;
        this.process = start();
    }

    /**
     * Launches an instance; {@link #awaitReady} returns when it serves.
     *
     * @param name of the instance
     * @param port the port that it serves
     * @param properties of the configuration
     */
    static Instance launch(String name, int port, Map<String, String> properties) {
        List<String> options =
                new ArrayList<>(List.of("-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
        properties.forEach((key, value) -> options.add("-D" + key + "=" + value));
        options.add("-Dmicronaut.server.port=" + port);
        options.add("-Dexamples.instance=" + name);
        JavaProgram program = new JavaProgram(Service.class, options);
        return new Instance(name, port, RunDirectory.ofThisJvm().create("instance"), program);
    }

    private ChildProcess start() {
        return program.start(directory);
    }

    Instance awaitReady() {
        if (!process.awaitReady(this::accepts)) {
            throw new IllegalStateException(
                    "instance " + name + " ended at its start; its log ends:\n" + process.logTail(40));
        }
        return this;
    }

    /** Whether it serves. */
    boolean accepts() {
        try (Socket probe = new Socket()) {
            probe.connect(new InetSocketAddress(LoopbackPort.loopback(), port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    String name() {
        return name;
    }

    String uri() {
        return "http://127.0.0.1:" + port;
    }

    long pid() {
        return process.pid();
    }

    /** SIGSTOP; none of its threads runs when this returns. */
    void freeze() {
        process.freeze();
    }

    /** SIGCONT. */
    void thaw() {
        process.thaw();
    }

    /** SIGKILL; it is gone when this returns. */
    void kill() {
        process.kill();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Launches it again at the same port, after it was killed. */
    void startAgain() {
        process = start();
    }

    @Override
    public void close() {
        process.kill();
        RunDirectory.deleteTree(directory);
    }
}
