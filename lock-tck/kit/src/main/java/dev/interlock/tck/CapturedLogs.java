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
 * Everything that any logger says, at all levels, until closed. Needs logback-classic, which the kit's users bring
 * along if they want this.
 */
public final class CapturedLogs implements AutoCloseable {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Level before = root.getLevel();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    /** Begins to listen. */
    public CapturedLogs() {
        lines.start();
        root.addAppender(lines);
        root.setLevel(Level.TRACE);
    }

    /**
     * What was said so far, stack traces included.
     *
     * @return level and message of each event, on lines of their own
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
     * What was said so far at level WARN or above.
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
