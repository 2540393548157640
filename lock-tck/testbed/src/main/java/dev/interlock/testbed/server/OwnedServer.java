// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.os.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** A server that this JVM started, with its process and its files. Safe for use by many threads. */
abstract class OwnedServer implements AutoCloseable {

    /** How often a server is started on other ports because another process had taken the first ones. */
    static final int PORT_TRIES = 5;

    static final int LOG_LINES = 20;

    /** How often a server is restarted at most, until each client that connected meanwhile has its answer. */
    private static final int RESTARTS = 20;

    /** A database that crashes writes its stack, its settings and more. */
    private static final int DEATH_LINES = 120;

    private final ReentrantLock lock = new ReentrantLock();
    private final Path directory;
    private volatile ChildProcess process;
    private volatile boolean keepFiles;

    OwnedServer(Path directory, ChildProcess process) {
        this.directory = directory;
        this.process = process;
    }

    /** Whether the log of a server that did not start reports a taken port. */
    static boolean isPortTaken(String log) {
        return log.toLowerCase(Locale.ROOT).contains("address already in use");
    }

    /** Starts the program on the same data and port. */
    abstract ChildProcess launch();

    /** Whether the server answers and is that process. */
    abstract boolean isReady(ChildProcess running);

    /** Whether a client connected while the server started, and gets no answer until the server ends. */
    boolean leavesClientsUnanswered() {
        return false;
    }

    /** Replaces the data of a stopped server by those of a new one. */
    abstract void renewData();

    final Path directory() {
        return directory;
    }

    final ChildProcess process() {
        return process;
    }

    /** Waits until the server serves. */
    final void awaitReady() {
        ChildProcess running = process;
        if (!running.awaitReady(() -> isReady(running))) {
            throw new IllegalStateException(
                    this + " ended before it was ready; its log ends:\n" + running.logTail(LOG_LINES));
        }
    }

    /** Kills the server if it runs and starts it on the same data and port; it may not serve yet. */
    final void relaunch() {
        lock.lock();
        try {
            process.kill();
            process = launch();
        } finally {
            lock.unlock();
        }
    }

    /** Kills the server if it runs and deletes its data. */
    final void forget() {
        lock.lock();
        try {
            process.kill();
            renewData();
        } finally {
            lock.unlock();
        }
    }

    /** Restarts the server on the same data and port, and waits until it serves each client that is connected. */
    final void restart() {
        lock.lock();
        try {
            for (int restarts = 1; restarts <= RESTARTS; restarts++) {
                relaunch();
                awaitReady();
                if (!leavesClientsUnanswered()) {
                    return;
                }
            }
            throw new IllegalStateException(
                    this + " left a client unanswered at each of " + RESTARTS + " restarts: too many connect at once");
        } finally {
            lock.unlock();
        }
    }

    final void restartEmpty() {
        lock.lock();
        try {
            forget();
            restart();
        } finally {
            lock.unlock();
        }
    }

    /** How the server ended without {@link #close} or a kill by this JVM; empty after the close. For display. */
    final Optional<String> endByItself() {
        return Files.exists(directory)
                ? process.endByItself()
                        .map(end -> this + " " + end + "; its log ends:\n" + process.logTail(DEATH_LINES))
                : Optional.empty();
    }

    final Path keepFiles() {
        keepFiles = true;
        return RunDirectory.ofThisJvm().keptPath(directory);
    }

    @Override
    public final void close() {
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
