// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.os;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts processes that do not outlive this JVM.
 *
 * <ul>
 *   <li>If the JVM ends normally, a shutdown hook kills them and deletes their files.
 *   <li>If the JVM is killed, the kernel kills them, where {@code setpriv --pdeathsig} of util-linux is on the path.
 *       The kernel sends that signal when the <em>thread</em> that started the process ends, so one thread that never
 *       ends starts all processes.
 *   <li>Without setpriv, the next JVM that starts a server removes what was left over ({@link RunDirectory}).
 * </ul>
 */
final class ChildReaper {

    private static final Logger LOG = LoggerFactory.getLogger(ChildReaper.class);
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();
    private static final List<String> PREFIX = prefix();
    private static final ExecutorService LAUNCHER = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "server-launcher");
        thread.setDaemon(true);
        return thread;
    });

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(ChildReaper::killAll, "server-shutdown"));
    }

    private ChildReaper() {}

    /**
     * Starts a process. {@code setpriv} replaces itself with its program, so the process id is the program's. The
     * wrapper comes before it, because the kernel drops the signal when a process changes its user.
     */
    static Process start(List<String> wrapper, ProcessBuilder builder) throws IOException {
        List<String> command = List.copyOf(builder.command());
        List<String> guarded = new ArrayList<>(wrapper);
        guarded.addAll(PREFIX);
        guarded.addAll(command);
        builder.command(guarded);
        try {
            Process process = LAUNCHER.submit(builder::start).get();
            RUNNING.removeIf(other -> !other.isAlive());
            RUNNING.add(process);
            return process;
        } catch (ExecutionException e) {
            throw new IOException("cannot start " + command.get(0), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while starting " + command.get(0), e);
        }
    }

    private static List<String> prefix() {
        Optional<Path> setpriv = Executables.onPath(System.getenv(), "setpriv").findFirst();
        if (setpriv.isPresent()) {
            List<String> prefix = List.of(setpriv.get().toString(), "--pdeathsig", "KILL", "--");
            try {
                ShortCommand trial =
                        ShortCommand.run(prefix.get(0), prefix.get(1), prefix.get(2), prefix.get(3), "true");
                if (trial.succeeded()) {
                    return prefix;
                }
                LOG.debug("setpriv is of no use: {}", trial.output());
            } catch (IOException e) {
                LOG.debug("setpriv is of no use", e);
            }
        }
        LOG.info("no setpriv of util-linux: if this JVM is killed, its servers run on until the next sweep");
        return List.of();
    }

    private static void killAll() {
        // The ids of ended processes may belong to other processes by now.
        List<Process> alive = RUNNING.stream().filter(Process::isAlive).toList();
        List<CompletableFuture<Process>> ends =
                alive.stream().map(Process::onExit).toList();
        alive.forEach(ChildReaper::killTree);
        ends.forEach(CompletableFuture::join);
        RunDirectory.ofThisJvm().delete();
    }

    /** Processes that a server forked end with it, unless they are stopped. */
    private static void killTree(Process process) {
        List<ProcessHandle> children = ProcessTree.childrenOf(process.toHandle());
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }
}
