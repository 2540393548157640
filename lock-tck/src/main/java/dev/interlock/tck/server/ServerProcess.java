// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * One run of a server's program, ours to stop and to kill. Knows nothing of the server's protocol.
 * Safe for use by many threads.
 */
final class ServerProcess {

    private static final int POLL_MILLIS = 5;
    private static final int LIMIT_SECONDS = 30;

    private final String program;
    private final Process process;
    private final Path log;

    private ServerProcess(String program, Process process, Path log) {
        this.program = program;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a program with its output appended to a log.
     *
     * @param command the program's path and its arguments
     * @param directory of the server, which gets the log and the pid file
     */
    static ServerProcess start(List<String> command, Path directory) {
        try {
            Path log = directory.resolve("server.log");
            Process process = DeathGuard.start(command, directory, log);
            PidFile.write(directory, process, Path.of(command.get(0)));
            return new ServerProcess(command.get(0), process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Waits until the server says that it is ready or its process ends.
     *
     * @return whether it is ready and its process still runs
     * @throws IllegalStateException if neither happens within 30 seconds
     */
    boolean awaitReady(BooleanSupplier ready) {
        await("become ready", () -> !process.isAlive() || ready.getAsBoolean());
        return process.isAlive();
    }

    /** Stops the process as it stands (SIGSTOP); when this returns, none of its threads runs any more. */
    void freeze() {
        signal("STOP");
        await("stop", this::isStopped);
    }

    /** Lets a stopped process go on (SIGCONT). */
    void thaw() {
        signal("CONT");
    }

    /** Kills the process at once (SIGKILL), stopped or not, and waits until it is gone. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** The last lines of what the server wrote to its log. */
    String logTail(int lines) {
        try {
            String[] all = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).split("\n", -1);
            return String.join("\n", Arrays.copyOfRange(all, Math.max(0, all.length - lines), all.length));
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
    }

    private void signal(String name) {
        if (!process.isAlive()) {
            throw new IllegalStateException(program + " has ended, so it cannot get SIG" + name);
        }
        try {
            ShortCommand kill = ShortCommand.run("/bin/sh", "-c", "kill -" + name + " " + process.pid());
            if (!kill.succeeded()) {
                throw new IllegalStateException("SIG" + name + " to " + program + " failed: " + kill.output());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("SIG" + name + " to " + program + " failed", e);
        }
    }

    /** By /proc: a thread on another processor runs on for a moment after the signal was sent. Elsewhere: assumed. */
    private boolean isStopped() {
        Path tasks = Path.of("/proc", Long.toString(process.pid()), "task");
        if (!Files.isDirectory(tasks)) {
            return true;
        }
        try (Stream<Path> threads = Files.list(tasks)) {
            return threads.allMatch(ServerProcess::isThreadStopped);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isThreadStopped(Path task) {
        try {
            String stat = Files.readString(task.resolve("stat"), StandardCharsets.ISO_8859_1);
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (IOException e) {
            return !Files.exists(task);
        }
    }

    private void await(String what, BooleanSupplier condition) {
        CompletableFuture<Void> limit =
                new CompletableFuture<Void>().completeOnTimeout(null, LIMIT_SECONDS, TimeUnit.SECONDS);
        try {
            while (!condition.getAsBoolean()) {
                if (limit.isDone()) {
                    throw new IllegalStateException(program + " did not " + what + " within " + LIMIT_SECONDS
                            + " s; its log ends:\n" + logTail(20));
                }
                process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + program + " to " + what, e);
        } finally {
            limit.complete(null);
        }
    }
}
