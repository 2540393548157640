// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.os;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of this JVM's servers. It shows a later JVM whether this one has ended.
 *
 * <p>{@code <tmp>/interlock-servers-<user>/run-<pid>-<n>/} belongs to one JVM, which holds a file lock on {@code alive}
 * in it for as long as it lives; the system drops the lock however the JVM ends. A directory whose lock is free is left
 * over: its servers are killed and it is deleted. The lock {@code guard} keeps a JVM from sweeping while another one
 * creates its directory. Because the files there decide which processes are killed, it must be an {@linkplain
 * OwnDirectory own directory}.
 */
public final class RunDirectory {

    private static final Logger LOG = LoggerFactory.getLogger(RunDirectory.class);
    private static final String RUN = "run-";

    /** Our own are skipped: closing a file releases every lock that the process has on it. */
    private static final String OUR_RUN = RUN + ProcessHandle.current().pid() + "-";

    private final Path root;
    private final Path run;

    /** Open, and its lock held, until the JVM ends. */
    private final FileChannel alive;

    private static final ReentrantLock OPENING = new ReentrantLock();
    private static @Nullable RunDirectory ofThisJvm;

    private RunDirectory(Path root, Path run, FileChannel alive) {
        this.root = root;
        this.run = run;
        this.alive = alive;
    }

    /**
     * Removes what dead JVMs left below the root, then makes a directory for this JVM. Once per JVM and root.
     *
     * @throws UncheckedIOException if the root cannot be made, or may be another user's; the message contains the
     *     remedy
     */
    public static RunDirectory open(Path root) {
        try {
            OwnDirectory.at(root);
            try (FileChannel guard = openForLock(root.resolve("guard"));
                    FileLock held = guard.lock()) {
                LOG.trace("sweeping {} under {}", root, held);
                list(root).stream()
                        .filter(path -> isForeignRun(path.getFileName().toString()))
                        .forEach(RunDirectory::sweepIfDead);
                Path run = Files.createTempDirectory(root, OUR_RUN);
                FileChannel alive = openForLock(run.resolve("alive"));
                alive.lock();
                return new RunDirectory(root, run, alive);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "no place for the files of servers: " + e.getMessage() + "; delete it, or set java.io.tmpdir", e);
        }
    }

    /**
     * The directory of this JVM.
     *
     * @throws UncheckedIOException as {@link #open}; each caller gets the reason, not only the first
     */
    public static RunDirectory ofThisJvm() {
        OPENING.lock();
        try {
            RunDirectory opened = ofThisJvm;
            if (opened == null) {
                String name = "interlock-servers-" + System.getProperty("user.name");
                opened = open(Path.of(System.getProperty("java.io.tmpdir"), name));
                ofThisJvm = opened;
            }
            return opened;
        } finally {
            OPENING.unlock();
        }
    }

    /** A new directory for one process. */
    public Path create(String kind) {
        try {
            return Files.createTempDirectory(run, kind + "-");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a directory in " + run, e);
        }
    }

    /** Where {@link #keep} moves the files of a server. */
    public Path keptPath(Path serverDirectory) {
        return root.resolve("kept").resolve(run.getFileName() + "-" + serverDirectory.getFileName());
    }

    /** Moves a server's directory to a place that no sweep deletes. */
    public void keep(Path serverDirectory) {
        try {
            Path kept = keptPath(serverDirectory);
            Files.createDirectories(root.resolve("kept"));
            Files.move(serverDirectory, kept);
            LOG.info("files of the server kept in {}", kept);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep " + serverDirectory, e);
        }
    }

    /** Ends this JVM's use of the directory and deletes it. */
    public void delete() {
        deleteTree(run);
        try {
            alive.close();
        } catch (IOException e) {
            LOG.debug("closing the lock of {} failed", run, e);
        }
    }

    /** Deletes a directory and everything in it, as far as possible; deletes links, not their targets. */
    public static void deleteTree(Path directory) {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(directory)) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> {
                if (!path.toFile().delete()) {
                    LOG.debug("cannot delete {}", path);
                }
            });
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("cannot delete all of {}", directory, e);
        }
    }

    private static boolean isForeignRun(String name) {
        return name.startsWith(RUN) && !name.startsWith(OUR_RUN);
    }

    private static void sweepIfDead(Path run) {
        try (FileChannel alive = openForLock(run.resolve("alive"));
                FileLock free = alive.tryLock()) {
            if (free == null) {
                return;
            }
            LOG.info("sweeping {}, left over by a JVM that was killed", run);
            for (Path serverDirectory : list(run)) {
                PidFile.killLeftOver(serverDirectory);
            }
            deleteTree(run);
        } catch (IOException e) {
            LOG.warn("cannot sweep {}", run, e);
        }
    }

    private static FileChannel openForLock(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.filter(child -> Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
    }
}
