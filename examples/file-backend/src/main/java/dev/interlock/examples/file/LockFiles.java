// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import dev.interlock.LockClock;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Opens the files of a directory, each for one thread of one process at a time. Thread-safe.
 *
 * @param directory without symbolic links, so that all threads of this JVM use the same path for a file
 * @param clock for the time-out
 * @param timeout how long to wait for a file
 */
record LockFiles(Path directory, LockClock clock, Duration timeout) {

    private static final long PAUSE_NANOS = 1_000_000;

    /**
     * For the threads of this JVM. The system's locks belong to a process: a second thread that opened the file would
     * release the first one's lock when it closed the file, as {@link java.nio.channels.FileLock} states.
     */
    private static final ReentrantLock[] MUTEXES =
            Stream.generate(ReentrantLock::new).limit(64).toArray(ReentrantLock[]::new);

    Path path(String fileName) {
        return directory.resolve(fileName);
    }

    /**
     * Opens a file, and creates it if it is missing.
     *
     * @throws IOException if it cannot be opened; nothing was written
     * @throws TimeoutException if others used it for the whole time; nothing was written
     */
    LockFile open(String fileName) throws IOException, TimeoutException {
        long begun = clock.nanoTime();
        boolean interrupted = false;
        try {
            LockFile file = tryOpen(path(fileName));
            while (file == null) {
                if (clock.nanoTime() - begun >= timeout.toNanos()) {
                    throw new TimeoutException("others had " + fileName + " for " + timeout.toMillis()
                            + " ms, where a step takes a few: is one of them stopped?");
                }
                // With its interrupt flag set, the thread would not pause. A step is short, so it is completed.
                interrupted |= Thread.interrupted();
                LockSupport.parkNanos(PAUSE_NANOS);
                file = tryOpen(path(fileName));
            }
            return file;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static @Nullable LockFile tryOpen(Path path) throws IOException {
        ReentrantLock mutex = MUTEXES[Math.floorMod(path.hashCode(), MUTEXES.length)];
        if (!mutex.tryLock()) {
            return null;
        }
        boolean locked = false;
        try {
            // Not by FileChannel.open: an interrupt would close it in the middle of a write.
            RandomAccessFile file = new RandomAccessFile(path.toFile(), "rwd");
            locked = tryLock(file);
            return locked ? new LockFile(path, file, mutex) : null;
        } finally {
            if (!locked) {
                mutex.unlock();
            }
        }
    }

    private static boolean tryLock(RandomAccessFile file) throws IOException {
        boolean locked = false;
        try {
            locked = file.getChannel().tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // Other code in this JVM uses the file, such as a second copy of this class.
        } finally {
            if (!locked) {
                file.close();
            }
        }
        return locked;
    }
}
