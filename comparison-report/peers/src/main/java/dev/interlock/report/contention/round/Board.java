// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Memory that all JVMs of a run share through a mapped file. It shows which holders are inside of a lock, and carries
 * the signals between two JVMs that pass a lock to each other. It is independent of the locks under test, because all JVMs
 * run on one machine. Safe for use by many threads and processes.
 */
public final class Board {

    private static final VarHandle CELLS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int NAMES = 16;
    /** What a writer adds to the count of readers. */
    private static final long WRITER = 1L << 32;

    private static final int CELL_BYTES = 8;
    /** A cache line apart, so that threads with names of their own do not slow each other. */
    private static final int STRIDE = 64;

    private final ByteBuffer memory;

    private Board(ByteBuffer memory) {
        this.memory = memory;
    }

    /**
     * Maps the memory.
     *
     * @param file which is created if it is missing
     * @return the board
     * @throws IOException if it cannot be mapped
     */
    public static Board map(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            int bytes = (NAMES + Signal.values().length) * STRIDE;
            return new Board(channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes));
        }
    }

    /** Clears the memory before a round, while no thread runs. */
    public void clear() {
        for (int at = 0; at <= memory.capacity() - CELL_BYTES; at += CELL_BYTES) {
            CELLS.setVolatile(memory, at, 0L);
        }
    }

    /**
     * A holder enters.
     *
     * @param name the number of one of the 16 places
     * @return false if another holder is inside, which no lock may allow
     */
    public boolean enter(int name) {
        return enter(name, 1);
    }

    /**
     * One of several holders enters.
     *
     * @param name the number of one of the 16 places
     * @param most how many may be inside
     * @return false if as many are inside already
     */
    public boolean enter(int name, int most) {
        return (long) CELLS.getAndAdd(memory, name * STRIDE, 1L) < most;
    }

    /**
     * A holder leaves.
     *
     * @param name the number of one of the 16 places
     * @return false if another holder entered meanwhile
     */
    public boolean leave(int name) {
        return leave(name, 1);
    }

    /**
     * One of several holders leaves.
     *
     * @param name the number of one of the 16 places
     * @param most how many may be inside
     * @return false if too many were inside
     */
    public boolean leave(int name, int most) {
        return (long) CELLS.getAndAdd(memory, name * STRIDE, -1L) <= most;
    }

    /**
     * A reader enters.
     *
     * @param name the number of one of the 16 places
     * @return false if a writer is inside
     */
    public boolean enterBesideReaders(int name) {
        return (long) CELLS.getAndAdd(memory, name * STRIDE, 1L) < WRITER;
    }

    /**
     * A reader leaves.
     *
     * @param name the number of one of the 16 places
     * @return false if a writer entered meanwhile
     */
    public boolean leaveReaders(int name) {
        return (long) CELLS.getAndAdd(memory, name * STRIDE, -1L) < WRITER;
    }

    /**
     * A writer enters.
     *
     * @param name the number of one of the 16 places
     * @return false if another holder is inside
     */
    public boolean enterAsWriter(int name) {
        return (long) CELLS.getAndAdd(memory, name * STRIDE, WRITER) == 0;
    }

    /**
     * A writer leaves.
     *
     * @param name the number of one of the 16 places
     * @return false if another holder entered meanwhile
     */
    public boolean leaveAsWriter(int name) {
        return (long) CELLS.getAndAdd(memory, name * STRIDE, -WRITER) == WRITER;
    }

    long read(Signal signal) {
        return (long) CELLS.getVolatile(memory, at(signal));
    }

    void write(Signal signal, long value) {
        CELLS.setVolatile(memory, at(signal), value);
    }

    private static int at(Signal signal) {
        return (NAMES + signal.place) * STRIDE;
    }

    /** The signals between two JVMs that pass a lock to each other; a JVM is its number from 1, and 0 is no JVM. */
    enum Signal {
        /** The JVM that is about to request the lock. */
        ASKING(0),
        /** The JVM that has the lock, or in turns had it last. */
        HOLDER(1),
        /** When the last holder began to release it, by the clock that all JVMs of a machine share. */
        RELEASED_AT(2),
        /** Not 0 once a JVM has seen the end of the round. */
        OVER(3);

        private final int place;

        Signal(int place) {
            this.place = place;
        }
    }
}
