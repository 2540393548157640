// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine's only way to the log. It hands each line to the log's own thread, so that an appender that blocks costs no
 * lock (rule LOSS-6). Arguments are formatted on that thread: they must not change later. A last argument that is a
 * {@link Throwable} is written with its stack trace. Thread-safe; no method blocks or throws.
 */
public final class EngineLog {

    private final Logger logger;
    private final Consumer<Runnable> thread;

    /**
     * A log with a thread that may be another one than that of the process.
     *
     * @param logger what writes
     * @param thread runs a line soon; neither blocks nor throws
     */
    public EngineLog(Logger logger, Consumer<Runnable> thread) {
        this.logger = logger;
        this.thread = thread;
    }

    /** The log of a class, written by the thread of the process. */
    public static EngineLog of(Class<?> type) {
        return new EngineLog(LoggerFactory.getLogger(type), LogThread.SHARED::add);
    }

    public boolean isInfoEnabled() {
        return logger.isInfoEnabled();
    }

    public boolean isWarnEnabled() {
        return logger.isWarnEnabled();
    }

    public void error(String text, @Nullable Object... arguments) {
        thread.accept(() -> logger.error(text, arguments));
    }

    public void warn(String text, @Nullable Object... arguments) {
        if (logger.isWarnEnabled()) {
            thread.accept(() -> logger.warn(text, arguments));
        }
    }

    public void info(String text, @Nullable Object... arguments) {
        if (logger.isInfoEnabled()) {
            thread.accept(() -> logger.info(text, arguments));
        }
    }

    public void debug(String text, @Nullable Object... arguments) {
        if (logger.isDebugEnabled()) {
            thread.accept(() -> logger.debug(text, arguments));
        }
    }
}
