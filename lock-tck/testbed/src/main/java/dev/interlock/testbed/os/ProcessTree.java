// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.os;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Signals to a server's process and to its children: PostgreSQL serves each connection from a process of its own. Their
 * state is read from {@code /proc}; where that is missing, a signal is assumed to have worked.
 */
public final class ProcessTree {

    private static final String DEAD = "ZX";
    private static final String STOPPED = "T" + DEAD;

    private ProcessTree() {}

    /** The processes that a process forked, and those forked in turn; complete while the process is stopped. */
    public static List<ProcessHandle> childrenOf(ProcessHandle process) {
        return process.descendants().toList();
    }

    /** Sends a signal, named as in {@code kill -NAME}; ignores processes that have ended meanwhile. */
    public static void signal(String name, List<ProcessHandle> processes) {
        if (processes.isEmpty()) {
            return;
        }
        String pids =
                processes.stream().map(process -> Long.toString(process.pid())).collect(Collectors.joining(" "));
        try {
            ShortCommand kill = ShortCommand.run("/bin/sh", "-c", "kill -" + name + " " + pids);
            if (!kill.succeeded() && processes.stream().allMatch(ProcessHandle::isAlive)) {
                throw new IllegalStateException("SIG" + name + " to " + pids + " failed: " + kill.output());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("SIG" + name + " to " + pids + " failed", e);
        }
    }

    /** Whether all threads have stopped: a thread on another processor runs for a moment after the signal was sent. */
    public static boolean areStopped(List<ProcessHandle> processes) {
        return processes.stream().allMatch(process -> threadsAre(STOPPED, process));
    }

    /** Whether they no longer run. A process whose exit code no parent has read yet is still listed as alive. */
    public static boolean areGone(List<ProcessHandle> processes) {
        return processes.stream().allMatch(process -> !process.isAlive() || threadsAre(DEAD, process));
    }

    private static boolean threadsAre(String states, ProcessHandle process) {
        Path tasks = Path.of("/proc", Long.toString(process.pid()), "task");
        try (Stream<Path> threads = Files.list(tasks)) {
            return threads.allMatch(thread -> isThread(states, thread));
        } catch (IOException e) {
            return !Files.exists(tasks);
        }
    }

    private static boolean isThread(String states, Path task) {
        try {
            String stat = Files.readString(task.resolve("stat"), StandardCharsets.ISO_8859_1);
            return states.indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0;
        } catch (IOException e) {
            return !Files.exists(task);
        }
    }
}
