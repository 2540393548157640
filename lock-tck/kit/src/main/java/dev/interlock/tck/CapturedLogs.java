// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/**
 * Captures the output of all loggers, at all levels, until closed. It needs logback-classic, which users of the kit add
 * if they want this.
 */
public final class CapturedLogs implements AutoCloseable {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Level before = root.getLevel();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    /** Starts to capture. */
    public CapturedLogs() {
        lines.start();
        root.addAppender(lines);
        root.setLevel(Level.TRACE);
    }

    /**
     * Returns the output so far, stack traces included.
     *
     * @return level and message of each event, each event on a new line
     */
    public String text() {
        return events().stream()
                .map(event -> event.getLevel() + " " + event.getFormattedMessage()
                        + (event.getThrowableProxy() == null
                                ? ""
                                : ThrowableProxyUtil.asString(event.getThrowableProxy())))
                .collect(Collectors.joining("\n"));
    }

    /**
     * Returns the messages so far at level WARN or above.
     *
     * @return the messages
     */
    public List<String> warnings() {
        return events().stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private List<ILoggingEvent> events() {
        return List.copyOf(lines.list);
    }

    @Override
    public void close() {
        root.setLevel(before);
        root.detachAppender(lines);
    }
}
