// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.existing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.interlock.report.data.CheckRow;
import dev.interlock.report.data.CheckRow.Verdict;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.toolbox.SecretMask;
import dev.interlock.tck.context.StandaloneContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * A backend's product and warnings at its start; the warnings are all findings of its probe. It logs each warning once
 * in a JVM, so this must listen to the first start. Immutable.
 *
 * @param store the store of the locks
 * @param product name and version of the server
 * @param said its messages about this store, without the store's name
 */
record StartMessages(String store, String product, List<String> said) {

    private static final String LOGGERS = "dev.interlock";

    /** Starts a backend and closes it again. */
    static StartMessages by(LockBackend backend) {
        Logger logger = (Logger) LoggerFactory.getLogger(LOGGERS);
        Level before = logger.getLevel();
        ListAppender<ILoggingEvent> heard = new ListAppender<>();
        heard.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(heard);
        try (backend) {
            backend.start(new StandaloneContext());
            String store = backend.store();
            List<String> said = List.copyOf(heard.list).stream()
                    .map(ILoggingEvent::getFormattedMessage)
                    .filter(line -> line.startsWith(store))
                    .map(line -> SecretMask.mask(line.substring(store.length()).replaceFirst("^[:,]? +", "")))
                    .toList();
            return new StartMessages(store, backend.description().product(), said);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the backend could not be ended", e);
        } finally {
            logger.detachAppender(heard);
            logger.setLevel(before);
        }
    }

    /** The backend's warning on a topic, or the result of another check. */
    CheckRow of(String topic, String pattern, Supplier<CheckRow> otherwise) {
        return warning(pattern)
                .map(warning -> {
                    int remedy = warning.lastIndexOf("; ");
                    return new CheckRow(
                            topic,
                            Verdict.LIMITED,
                            remedy < 0 ? warning : warning.substring(0, remedy),
                            remedy < 0 ? "" : warning.substring(remedy + 2));
                })
                .orElseGet(otherwise);
    }

    private Optional<String> warning(String pattern) {
        return said.stream()
                .filter(line -> line.matches("(?is).*(" + pattern + ").*"))
                .findFirst();
    }
}
