// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.os.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/** A running server that this JVM started, with its files. Safe for use by many threads. */
final class ServerInstance implements AutoCloseable {

    private static final int PORT_TRIES = 5;
    private static final int LOG_LINES = 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final ServerPlan plan;
    private final Path directory;
    private final Path data;
    private final int port;
    private volatile ChildProcess process;
    private volatile boolean keepFiles;

    private ServerInstance(ServerPlan plan, Path directory, int port, ChildProcess process) {
        this.plan = plan;
        this.directory = directory;
        this.data = dataIn(directory);
        this.port = port;
        this.process = process;
    }

    /** Starts a server on one of the ports, the next one if somebody else was quicker to take it. */
    static ServerInstance start(ServerPlan plan, IntSupplier ports) {
        Path directory = RunDirectory.ofThisJvm().create(plan.server());
        Path data = dataIn(directory);
        for (int attempt = 1; ; attempt++) {
            int port = ports.getAsInt();
            renew(plan, data);
            ChildProcess process = launch(plan, directory, port);
            if (process.awaitReady(() -> plan.isReady(data, port, process))) {
                return new ServerInstance(plan, directory, port, process);
            }
            String log = process.logTail(LOG_LINES);
            if (!log.toLowerCase(Locale.ROOT).contains("address already in use") || attempt == PORT_TRIES) {
                RunDirectory.deleteTree(directory);
                throw new IllegalStateException(plan.binary() + " ended before it was ready; its log ends:\n" + log);
            }
        }
    }

    private static Path dataIn(Path directory) {
        return directory.resolve("data");
    }

    private static void renew(ServerPlan plan, Path data) {
        try {
            RunDirectory.deleteTree(data);
            plan.prepare(data);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare " + data + " for " + plan.binary(), e);
        }
    }

    private static ChildProcess launch(ServerPlan plan, Path directory, int port) {
        return ChildProcess.start(
                plan.wrapper(), plan.binary().path(), plan.arguments(dataIn(directory), port), directory);
    }

    int port() {
        return port;
    }

    ChildProcess process() {
        return process;
    }

    void restart() {
        lock.lock();
        try {
            process.kill();
            ChildProcess next = launch(plan, directory, port);
            process = next;
            if (!next.awaitReady(() -> plan.isReady(data, port, next))) {
                throw new IllegalStateException(plan.binary() + " did not come back on 127.0.0.1:" + port
                        + "; its log ends:\n" + next.logTail(LOG_LINES));
            }
        } finally {
            lock.unlock();
        }
    }

    void restartEmpty() {
        lock.lock();
        try {
            process.kill();
            renew(plan, data);
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
