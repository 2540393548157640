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
 * The file of one lock, open and locked: until it is closed, nobody else on this machine reads or writes it. The system
 * unlocks the files of a process that dies, also in the middle of a step. For one thread.
 *
 * <p>Why a torn write does no harm: the file has two slots, and a record goes where the one before it is not. Who dies
 * while writing leaves half a record, with a wrong checksum, beside the whole one from before the step. That one
 * counts, and rightly, since nobody was told of the step. A record is on the disk when its write returns, so this holds
 * for the machine, too.
 */
final class LockFile implements AutoCloseable {

    private static final int SLOTS = 2;

    private final Path path;
    private final RandomAccessFile file;
    private final ReentrantLock mutex;

    /** Closing it closes the file and unlocks the mutex. */
    LockFile(Path path, RandomAccessFile file, ReentrantLock mutex) {
        this.path = path;
        this.file = file;
        this.mutex = mutex;
    }

    /**
     * The latest record that is whole.
     *
     * @throws IOException if it cannot be read, or what is there is not what was written
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
            // All that was ever begun is the first write, so nobody was ever granted this lock.
            return FileRecord.unused(name);
        }
        if (latest == null) {
            throw new IOException(path + " holds no whole record; when nobody has the lock, delete it and take a new"
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
     * A new file is found again after a power failure only if its directory is on the disk as well, says
     * fsync(2) of Linux.
     */
    private void syncDirectory() throws IOException {
        // The channel of a thread with its flag set would close.
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
            // The record is on the disk already, and the system has closed the file all the same.
        } finally {
            mutex.unlock();
        }
    }
}
