// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.RunDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Directories that are made once per user and from then on only read: unpacked programs, initialised databases.
 * Several threads and processes may ask for the same one at once; one makes it, the others wait for it.
 *
 * @param root where they lie
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

    /**
     * The directory of this name, made if it is missing. It is filled under another name and then renamed, so what a
     * killed process left half done is never taken for whole; the next maker deletes it.
     */
    Path directory(String name, Maker maker) throws IOException {
        Path whole = root.resolve(name);
        if (Files.isDirectory(whole)) {
            return whole;
        }
        Files.createDirectories(root);
        OF_THIS_JVM.lock();
        try (FileChannel channel = FileChannel.open(
                        root.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            LOG.trace("making {} under {}", whole, held);
            if (!Files.isDirectory(whole)) {
                make(whole, root.resolve(name + ".half"), maker);
            }
            return whole;
        } finally {
            OF_THIS_JVM.unlock();
        }
    }

    private static void make(Path whole, Path half, Maker maker) throws IOException {
        RunDirectory.deleteTree(half);
        try {
            maker.fill(Files.createDirectory(half));
            Files.move(half, whole, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            RunDirectory.deleteTree(half);
        }
    }
}
