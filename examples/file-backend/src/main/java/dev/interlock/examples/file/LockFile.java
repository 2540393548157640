// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The file of one lock, open and locked: until it is closed, no other thread or process on this machine uses it. The
 * system unlocks the files of a process that dies, even in the middle of a step. For one thread.
 *
 * <p>A torn write does no harm: the file has two slots, and a new record goes to the slot that does not hold the latest
 * one. A process that dies while writing leaves half a record with a wrong checksum, beside the whole record from
 * before the step. That record counts, rightly, since no client got an answer to the step. A record is on the disk when
 * its write returns, so this also holds if the machine fails.
 */
final class LockFile implements AutoCloseable {

    private static final int SLOTS = 2;

    private final Path path;
    private final RandomAccessFile file;
    private final ReentrantLock mutex;

    /** Closing this closes the file and unlocks the mutex. */
    LockFile(Path path, RandomAccessFile file, ReentrantLock mutex) {
        this.path = path;
        this.file = file;
        this.mutex = mutex;
    }

    /**
     * The latest complete record.
     *
     * @throws IOException if the file cannot be read, or its content is damaged
     */
    FileRecord read(String name) throws IOException {
        byte[] slots = new byte[SLOTS * FileRecord.BYTES];
        int length = (int) Math.min(file.length(), slots.length);
        file.seek(0);
        file.readFully(slots, 0, length);
        FileRecord first = FileRecord.decoded(Arrays.copyOf(slots, FileRecord.BYTES));
        FileRecord second = FileRecord.decoded(Arrays.copyOfRange(slots, FileRecord.BYTES, slots.length));
        FileRecord latest = newer(first, second);
        if (latest == null && length < FileRecord.BYTES) {
            // Only the first write was ever begun, so this lock was never granted.
            return FileRecord.unused(name);
        }
        if (latest == null) {
            throw new IOException(path + " holds no whole record; when the lock is free, delete it and take a new"
                    + " generation of the fencing domain, because tokens start again");
        }
        if (!latest.name().equals(name)) {
            throw new IOException(path + " belongs to '" + latest.name() + "'; undo its renaming");
        }
        return latest;
    }

    private static @Nullable FileRecord newer(@Nullable FileRecord one, @Nullable FileRecord other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.sequence() > other.sequence() ? one : other;
    }

    /**
     * Writes a record that follows the latest one.
     *
     * @throws UncheckedIOException if it may have been written, or not
     */
    void write(FileRecord record) {
        try {
            if (file.length() == 0) {
                syncDirectory();
            }
            file.seek(record.sequence() % SLOTS * FileRecord.BYTES);
            file.write(record.encoded());
        } catch (IOException e) {
            throw new UncheckedIOException(path + " may be written or not: " + e.getMessage(), e);
        }
    }

    /**
     * After a power failure a new file exists only if its directory is on the disk as well, as fsync(2) of Linux
     * states. This writes the directory.
     */
    private void syncDirectory() throws IOException {
        // The channel would close if the thread's interrupt flag were set.
        boolean interrupted = Thread.interrupted();
        try (FileChannel directory = FileChannel.open(path.resolveSibling(""), StandardOpenOption.READ)) {
            directory.force(true);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            // The record is on the disk already, and the system has closed the file nevertheless.
        } finally {
            mutex.unlock();
        }
    }
}
