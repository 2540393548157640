// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.process;

import dev.interlock.cli.exit.ExitCode;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where signals to this program go: they end the wait for the lock, and from the start of the command on they are passed
 * on to it. Thread-safe.
 */
public final class SignalTarget {

    private final Thread waiting;
    private final ReentrantLock guard = new ReentrantLock();
    private @Nullable LockedProcess process;
    private @Nullable String early;

    /**
     * Before the command has started.
     *
     * @param waiting the thread that waits for the lock
     */
    public SignalTarget(Thread waiting) {
        this.waiting = waiting;
    }

    /** A signal has come. */
    public void received(String signal) {
        guard.lock();
        try {
            if (process == null) {
                early = signal;
                waiting.interrupt();
            } else if (!(signal.equals("INT") && Signals.comeFromTheTerminal())) {
                process.signal(signal);
            }
        } finally {
            guard.unlock();
        }
    }

    /** The command has started, on the thread that waited. It gets a signal that came too late to end the wait. */
    public void passTo(LockedProcess started) {
        guard.lock();
        try {
            process = started;
            if (early != null) {
                // The interrupt was for the wait: it must not end the wait for the command, whose lock would be
                // released.
                Thread.interrupted();
                started.signal(early);
            }
        } finally {
            guard.unlock();
        }
    }

    /** The exit code of a wait that a signal ended. */
    public int exitCode() {
        guard.lock();
        try {
            return early == null ? ExitCode.UNKNOWN : ExitCode.SIGNALLED + number(early);
        } finally {
            guard.unlock();
        }
    }

    private static int number(String signal) {
        return switch (signal) {
            case "HUP" -> 1;
            case "INT" -> 2;
            default -> 15;
        };
    }
}
