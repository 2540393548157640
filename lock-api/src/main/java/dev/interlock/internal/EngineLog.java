// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine's only way to the log. It hands each line to the log's own thread, so that an appender that blocks costs no
 * lock (rule LOSS-6). Arguments are formatted on that thread: they must not change later. A last argument that is a
 * {@link Throwable} is written with its stack trace. Thread-safe; no method blocks or throws.
 */
final class EngineLog {

    private final Logger logger;
    private final Consumer<Runnable> thread;

    /**
     * A log with a thread that may be another one than that of the process.
     *
     * @param logger what writes
     * @param thread runs a line soon; neither blocks nor throws
     */
    EngineLog(Logger logger, Consumer<Runnable> thread) {
        this.logger = logger;
        this.thread = thread;
    }

    /** The log of a class, written by the thread of the process. */
    static EngineLog of(Class<?> type) {
        return new EngineLog(LoggerFactory.getLogger(type), LogThread.SHARED::add);
    }

    boolean isInfoEnabled() {
        return logger.isInfoEnabled();
    }

    boolean isWarnEnabled() {
        return logger.isWarnEnabled();
    }

    void error(String text, @Nullable Object... arguments) {
        thread.accept(() -> logger.error(text, arguments));
    }

    void warn(String text, @Nullable Object... arguments) {
        if (logger.isWarnEnabled()) {
            thread.accept(() -> logger.warn(text, arguments));
        }
    }

    void info(String text, @Nullable Object... arguments) {
        if (logger.isInfoEnabled()) {
            thread.accept(() -> logger.info(text, arguments));
        }
    }

    void debug(String text, @Nullable Object... arguments) {
        if (logger.isDebugEnabled()) {
            thread.accept(() -> logger.debug(text, arguments));
        }
    }
}
