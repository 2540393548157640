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
 * Memory that all JVMs of a run share, through a mapped file: who is inside of which lock, and the signals of a
 * hand-over. It works where the lock may not: on one machine. Safe for use by many threads and processes.
 */
public final class Board {

    private static final VarHandle CELLS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int NAMES = 16;
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
     * @param file which is made if it is not there
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

    /** Wipes it before a round, while nobody runs. */
    public void clear() {
        for (int at = 0; at <= memory.capacity() - CELL_BYTES; at += CELL_BYTES) {
            CELLS.setVolatile(memory, at, 0L);
        }
    }

    /**
     * A holder comes in.
     *
     * @param name which of the 16 places
     * @return false if somebody is inside, which no lock may allow
     */
    public boolean enter(int name) {
        return (long) CELLS.getAndAdd(memory, name * STRIDE, 1L) == 0;
    }

    /**
     * A holder leaves.
     *
     * @param name which of the 16 places
     * @return false if somebody else came in meanwhile
     */
    public boolean leave(int name) {
        return (long) CELLS.getAndAdd(memory, name * STRIDE, -1L) == 1;
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

    /** What the two JVMs of a hand-over tell each other; a JVM is its number from 1, 0 is nobody. */
    enum Signal {
        /** Who is about to ask for the lock. */
        ASKING(0),
        /** Who has it. */
        HOLDER(1),
        /** When the last holder began to release it, by the clock that all JVMs of a machine share. */
        RELEASED_AT(2),
        /** Not 0 once somebody has seen the end of the round. */
        OVER(3);

        private final int place;

        Signal(int place) {
            this.place = place;
        }
    }
}
