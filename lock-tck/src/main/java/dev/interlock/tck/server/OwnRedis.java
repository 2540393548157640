// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.server;

import dev.interlock.tck.server.ServerSource.Binary;
import dev.interlock.tck.wire.LoopbackPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/** A Redis or Valkey server that this JVM started, with its files. Safe for use by many threads. */
final class OwnRedis implements AutoCloseable {

    private static final int PORT_TRIES = 5;
    private static final int LOG_LINES = 20;
    private static final int PROBE_MILLIS = 500;

    private final ReentrantLock lock = new ReentrantLock();
    private final Binary binary;
    private final List<String> configuration;
    private final Path directory;
    private final RedisAddress address;
    private volatile ServerProcess process;
    private volatile boolean keepFiles;

    private OwnRedis(
            Binary binary, List<String> configuration, Path directory, RedisAddress address, ServerProcess process) {
        this.binary = binary;
        this.configuration = configuration;
        this.directory = directory;
        this.address = address;
        this.process = process;
    }

    /** Starts a server on one of the ports, the next one if somebody else was quicker to take it. */
    static OwnRedis start(Binary binary, List<String> configuration, IntSupplier ports) {
        Path directory = RunDirectory.ofThisJvm().create("redis");
        for (int attempt = 1; ; attempt++) {
            RedisAddress address = addressOn(ports.getAsInt(), configuration);
            ServerProcess process = launch(binary, configuration, directory, address);
            if (process.awaitReady(() -> isReady(address, process))) {
                return new OwnRedis(binary, configuration, directory, address, process);
            }
            String log = process.logTail(LOG_LINES);
            if (!log.toLowerCase(Locale.ROOT).contains("address already in use") || attempt == PORT_TRIES) {
                RunDirectory.deleteTree(directory);
                throw new IllegalStateException(binary + " ended before it was ready; its log ends:\n" + log);
            }
        }
    }

    private static RedisAddress addressOn(int port, List<String> configuration) {
        int option = configuration.lastIndexOf("--requirepass");
        String password = option < 0 ? "" : configuration.get(option + 1);
        return new RedisAddress(LoopbackPort.loopback().getHostAddress(), port, "", password, 0);
    }

    private static ServerProcess launch(
            Binary binary, List<String> configuration, Path directory, RedisAddress address) {
        List<String> command = new ArrayList<>(List.of(binary.path().toString()));
        command.addAll(List.of("--bind", address.host(), "--port", Integer.toString(address.port())));
        command.addAll(List.of("--dir", dataDirectory(directory).toString()));
        command.addAll(List.of("--save", "", "--appendonly", "no", "--daemonize", "no"));
        command.addAll(configuration);
        return ServerProcess.start(command, directory);
    }

    private static Path dataDirectory(Path directory) {
        try {
            return Files.createDirectories(directory.resolve("data"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the server on this port answers, and is ours: the port may belong to somebody else. */
    private static boolean isReady(RedisAddress address, ServerProcess process) {
        try {
            return address.ask(PROBE_MILLIS, "PING").equals("PONG")
                    && Arrays.asList(address.ask(PROBE_MILLIS, "INFO", "server").split("\r?\n", -1))
                            .contains("process_id:" + process.pid());
        } catch (IOException e) {
            return false;
        } catch (IllegalStateException refusal) {
            return refusal.getMessage() != null && refusal.getMessage().startsWith("NO");
        }
    }

    RedisAddress address() {
        return address;
    }

    ServerProcess process() {
        return process;
    }

    void restart() {
        lock.lock();
        try {
            process.kill();
            ServerProcess next = launch(binary, configuration, directory, address);
            process = next;
            if (!next.awaitReady(() -> isReady(address, next))) {
                throw new IllegalStateException(
                        binary + " did not come back on " + address + "; its log ends:\n" + next.logTail(LOG_LINES));
            }
        } finally {
            lock.unlock();
        }
    }

    void restartEmpty() {
        lock.lock();
        try {
            process.kill();
            RunDirectory.deleteTree(dataDirectory(directory));
            restart();
        } finally {
            lock.unlock();
        }
    }

    Path keepFiles() {
        keepFiles = true;
        return RunDirectory.ofThisJvm().keptPath(directory);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            process.kill();
            if (!Files.exists(directory)) {
                return;
            }
            if (keepFiles) {
                RunDirectory.ofThisJvm().keep(directory);
            } else {
                RunDirectory.deleteTree(directory);
            }
        } finally {
            lock.unlock();
        }
    }
}
