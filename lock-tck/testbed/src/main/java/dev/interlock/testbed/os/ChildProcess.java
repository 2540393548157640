// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.os;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A process that this JVM started, and can stop and kill. It does not interpret the program's output. Safe for use by
 * many threads.
 */
public final class ChildProcess {

    private static final int POLL_MILLIS = 5;
    private static final int LIMIT_SECONDS = 30;

    /** A start takes a few seconds; this limit also suits a machine that is ten times slower. */
    private static final int START_LIMIT_SECONDS = 120;

    /** A higher exit code gives the signal that ended the process. */
    private static final int SIGNALLED = 128;

    private static final String LOG = "process.log";

    private final Path program;
    private final Path directory;
    private final Process process;

    /** The size of the log when the process was started: a program that is started again adds to the same one. */
    private final long logged;

    /** Requested while the id certainly belongs to the process: the system reuses ids. */
    private final CompletableFuture<Process> ended;

    private volatile boolean killed;

    private ChildProcess(Path program, Path directory, Process process, long logged) {
        this.program = program;
        this.directory = directory;
        this.process = process;
        this.logged = logged;
        this.ended = process.onExit();
    }

    /**
     * Starts a program with its output appended to a log.
     *
     * @param wrapper programs that each replace themselves with the next one, and the last with the program; may be
     *     empty
     * @param program the program to run
     * @param arguments of the program
     * @param directory its working directory, which gets the log and the pid file
     * @return the running process
     */
    public static ChildProcess start(List<String> wrapper, Path program, List<String> arguments, Path directory) {
        return start(wrapper, program, arguments, directory, ProcessBuilder.Redirect.appendTo(log(directory)));
    }

    /**
     * Starts a program whose input and output this JVM uses; only its errors go to the log.
     *
     * @param program the program to run
     * @param arguments of the program
     * @param directory its working directory, which gets the log and the pid file
     * @return the running process
     */
    public static ChildProcess startTalking(Path program, List<String> arguments, Path directory) {
        return start(List.of(), program, arguments, directory, ProcessBuilder.Redirect.PIPE);
    }

    private static ChildProcess start(
            List<String> wrapper,
            Path program,
            List<String> arguments,
            Path directory,
            ProcessBuilder.Redirect output) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(output)
                .redirectError(ProcessBuilder.Redirect.appendTo(log(directory)));
        try {
            long logged = log(directory).length();
            Process process = ChildReaper.start(wrapper, builder);
            PidFile.write(directory, List.of(process.toHandle()), program);
            return new ChildProcess(program, directory, process, logged);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static File log(Path directory) {
        return directory.resolve(LOG).toFile();
    }

    /** The process's id. */
    public long pid() {
        return process.pid();
    }

    /** Whether the process runs; true also if it is frozen. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** How the process ended, if it did and {@link #kill} did not end it; for display. */
    public Optional<String> endByItself() {
        if (killed || process.isAlive()) {
            return Optional.empty();
        }
        int code = process.exitValue();
        return Optional.of(
                code > SIGNALLED ? "ended by signal " + (code - SIGNALLED) : "ended by itself with exit code " + code);
    }

    /** The input of the process, if it was {@linkplain #startTalking started for this}. */
    public OutputStream input() {
        return process.getOutputStream();
    }

    /** The output of the process, if it was {@linkplain #startTalking started for this}. */
    public InputStream output() {
        return process.getInputStream();
    }

    /**
     * Waits until the program is ready or its process ends.
     *
     * @return whether it is ready and its process still runs
     * @throws IllegalStateException if neither happens within 120 seconds
     */
    public boolean awaitReady(BooleanSupplier ready) {
        await("become ready", START_LIMIT_SECONDS, () -> !process.isAlive() || ready.getAsBoolean());
        return process.isAlive();
    }

    /**
     * Waits until the process has ended by itself.
     *
     * @throws IllegalStateException if it does not within 30 seconds
     */
    public void awaitEnd() {
        await("end", () -> !process.isAlive());
    }

    /** Stops the process and its children (SIGSTOP); when this returns, none of their threads runs. */
    public void freeze() {
        requireAlive("STOP");
        List<ProcessHandle> all = new ArrayList<>(stop());
        all.add(process.toHandle());
        try {
            // Children end by themselves when the process is killed with this JVM, but not while they are stopped.
            PidFile.write(directory, all, program);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The process first: once it is stopped, it forks no more children. */
    private List<ProcessHandle> stop() {
        List<ProcessHandle> self = List.of(process.toHandle());
        ProcessTree.signal("STOP", self);
        await("stop", () -> ProcessTree.areStopped(self));
        List<ProcessHandle> children = ProcessTree.childrenOf(process.toHandle());
        ProcessTree.signal("STOP", children);
        await("stop", () -> ProcessTree.areStopped(children));
        return children;
    }

    /** Lets stopped processes continue (SIGCONT). */
    public void thaw() {
        requireAlive("CONT");
        ProcessTree.signal("CONT", ProcessTree.childrenOf(process.toHandle()));
        ProcessTree.signal("CONT", List.of(process.toHandle()));
    }

    /**
     * Kills the process and its children at once (SIGKILL), stopped or not, and waits until they are gone; does nothing
     * to a process that has ended.
     *
     * @throws IllegalStateException if its children still exist after 30 seconds
     */
    public void kill() {
        if (!process.isAlive()) {
            // Its id may belong to another process by now, whose children would be killed.
            return;
        }
        boolean alone = ProcessTree.childrenOf(process.toHandle()).isEmpty();
        List<ProcessHandle> children = alone ? List.of() : stop();
        killed = true;
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        ended.join();
        await("end", () -> ProcessTree.areGone(children));
    }

    /**
     * What this process has logged until now.
     *
     * @throws UncheckedIOException if there is no log
     */
    public String log() {
        try {
            byte[] all = Files.readAllBytes(directory.resolve(LOG));
            return new String(all, (int) logged, all.length - (int) logged, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The last lines of the program's log. */
    public String logTail(int lines) {
        try {
            String[] all =
                    new String(Files.readAllBytes(directory.resolve(LOG)), StandardCharsets.UTF_8).split("\n", -1);
            return String.join("\n", Arrays.copyOfRange(all, Math.max(0, all.length - lines), all.length));
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
    }

    private void requireAlive(String signal) {
        if (!process.isAlive()) {
            throw new IllegalStateException(program + " has ended, so it cannot get SIG" + signal);
        }
    }

    private void await(String what, BooleanSupplier condition) {
        await(what, LIMIT_SECONDS, condition);
    }

    private void await(String what, int limitSeconds, BooleanSupplier condition) {
        CompletableFuture<Void> limit =
                new CompletableFuture<Void>().completeOnTimeout(null, limitSeconds, TimeUnit.SECONDS);
        try {
            while (!condition.getAsBoolean()) {
                if (limit.isDone()) {
                    throw new IllegalStateException(program + " did not " + what + " within " + limitSeconds
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
