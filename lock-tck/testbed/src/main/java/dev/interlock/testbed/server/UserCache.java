// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.OwnDirectory;
import dev.interlock.testbed.os.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Directories that are made once per user and then only read: unpacked programs, initialised databases. Several threads
 * and processes may request the same one at once; one makes it, the others wait for it.
 *
 * @param root their parent directory
 */
record UserCache(Path root) {

    private static final Logger LOG = LoggerFactory.getLogger(UserCache.class);

    /** A file lock belongs to the whole JVM, so its threads need a lock of their own. */
    private static final ReentrantLock OF_THIS_JVM = new ReentrantLock();

    /** Fills a new, empty directory. */
    interface Maker {
        void fill(Path empty) throws IOException;
    }

    /** {@code ~/.cache/interlock}, or below {@code XDG_CACHE_HOME} where that is set. */
    static UserCache of(Map<String, String> environment) {
        String base = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path caches = base.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(base);
        return new UserCache(caches.resolve("interlock"));
    }

    /** Checks whether a directory is unchanged since it was made. */
    interface Check {
        boolean isSound(Path directory) throws IOException;
    }

    /** As {@link #directory(String, Check, Maker)}, for content without a known checksum. */
    Path directory(String name, Maker maker) throws IOException {
        return directory(name, any -> true, maker);
    }

    /**
     * The directory of this name, made if it is missing or no longer sound. It is filled under another name and then
     * renamed, so the unfinished work of a killed process is never taken for complete; the next maker deletes it.
     *
     * @throws IOException if the maker fails, or if the cache may be another user's
     */
    Path directory(String name, Check check, Maker maker) throws IOException {
        own();
        Path whole = root.resolve(name);
        if (stands(whole, check)) {
            return whole;
        }
        OF_THIS_JVM.lock();
        try (FileChannel channel = FileChannel.open(
                        root.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            LOG.trace("making {} under {}", whole, held);
            if (!stands(whole, check)) {
                make(whole, root.resolve(name + ".half"), maker);
            }
            return whole;
        } finally {
            OF_THIS_JVM.unlock();
        }
    }

    /** An unreadable directory counts as missing. Another process may be making it again; the lock then shows that. */
    private static boolean stands(Path whole, Check check) {
        try {
            return Files.isDirectory(whole, LinkOption.NOFOLLOW_LINKS) && check.isSound(whole);
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("{} cannot be checked", whole, e);
            return false;
        }
    }

    /** Programs are run from here, so other users must not be able to add any. */
    private void own() throws IOException {
        Files.createDirectories(root.toAbsolutePath().resolveSibling(""));
        try {
            OwnDirectory.at(root);
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; delete it, or set XDG_CACHE_HOME", e);
        }
    }

    private static void make(Path whole, Path half, Maker maker) throws IOException {
        RunDirectory.deleteTree(half);
        try {
            maker.fill(Files.createDirectory(half));
            if (Files.exists(whole)) {
                LOG.warn("{} is no longer what was put there: it is made again", whole);
                RunDirectory.deleteTree(whole);
            }
            Files.move(half, whole, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            RunDirectory.deleteTree(half);
        }
    }
}
