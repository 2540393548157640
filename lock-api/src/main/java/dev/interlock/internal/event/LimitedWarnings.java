// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.event;

import dev.interlock.internal.machine.EngineLog;
import dev.interlock.internal.machine.Machine;
import dev.interlock.internal.machine.TimerQueue;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;

/**
 * Warnings of one client, written by the thread of the log, so that a slow appender delays nothing, and at most
 * {@value #LINES} in each {@link #WHILE}, so that the loss of thousands of locks does not flood the log: what is left
 * out is counted, and the count is written. Thread-safe; never blocks but in {@link #close}.
 */
final class LimitedWarnings {

    static final int LINES = 10;
    static final Duration WHILE = Duration.ofSeconds(10);

    /** How long the close waits for lines on their way: a loss by the close itself is worth that. */
    private static final long CLOSE_NANOS = Duration.ofMillis(500).toNanos();

    private final EngineLog log;
    private final Supplier<String> store;
    private final Machine machine;
    private final TimerQueue timers;
    private final ReentrantLock guard;
    private long whileStartNanos;
    private int lines;
    private long leftOut;

    LimitedWarnings(Logger logger, Supplier<String> store, Machine machine, TimerQueue timers) {
        this.store = store;
        this.machine = machine;
        this.timers = timers;
        guard = machine.lock();
        whileStartNanos = machine.nanoTime();
        log = new EngineLog(logger, machine::log);
    }

    /** Writes a warning, or counts it as left out; never throws. */
    void warn(String text, Object... arguments) {
        if (log.isWarnEnabled() && mayWrite()) {
            log.warn(text, arguments);
        }
    }

    private boolean mayWrite() {
        guard.lock();
        try {
            long now = machine.nanoTime();
            if (leftOut == 0 && now - whileStartNanos >= WHILE.toNanos()) {
                whileStartNanos = now;
                lines = 0;
            }
            if (lines < LINES) {
                lines++;
                return true;
            }
            leftOut++;
            if (leftOut == 1) {
                timers.at(whileStartNanos + WHILE.toNanos(), this::writeCount);
            }
            return false;
        } finally {
            guard.unlock();
        }
    }

    private void writeCount() {
        long count;
        guard.lock();
        try {
            count = leftOut;
            leftOut = 0;
            lines = 0;
            whileStartNanos = machine.nanoTime();
        } finally {
            guard.unlock();
        }
        if (count > 0) {
            log.warn(
                    "{} more warnings of the client for {} were left out within {} s: a LockListener gets each",
                    count,
                    store.get(),
                    WHILE.toSeconds());
        }
    }

    /** Writes what is still to be written, if that goes fast. */
    void close() {
        writeCount();
        try {
            machine.awaitLog(CLOSE_NANOS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
