// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** What one logger writes about one store, until closed. */
public final class LinesOf extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger logger;
    private final String store;
    private final Level before;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private volatile Runnable beforeEach = () -> {};

    public LinesOf(String logger, String store) {
        this.logger = (Logger) LoggerFactory.getLogger(logger);
        this.store = store;
        before = this.logger.getLevel();
        this.logger.setLevel(Level.INFO);
        this.logger.addAppender(this);
        start();
    }

    /** From now on the appender does this before it takes a line. */
    public void beforeEach(Runnable action) {
        beforeEach = action;
    }

    public void setLevel(Level level) {
        logger.setLevel(level);
    }

    @Override
    protected void append(ILoggingEvent event) {
        String line = event.getLevel() + " " + event.getFormattedMessage();
        if (line.contains(store)) {
            beforeEach.run();
            lines.add(line);
        }
    }

    public List<String> all() {
        return List.copyOf(lines);
    }

    public List<String> warnings() {
        return lines.stream().filter(line -> line.startsWith("WARN")).toList();
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setLevel(before);
        stop();
    }
}
