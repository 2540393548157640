// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.log;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPLogger;

/**
 * Keeps the warnings of this library, and prints them as single lines on standard error once it is asked to. What drivers
 * log is dropped: the library reports their failures itself, without secrets. Thread-safe.
 */
public final class ConsoleLog extends LegacyAbstractLogger {

    private static final long serialVersionUID = 1L;
    private static final String OURS = "dev.interlock.";
    /** Logs once what {@link dev.interlock.Capabilities} say as well. */
    private static final String CLIENT = "dev.interlock.LockClient";

    private static final List<String> NOTES = new CopyOnWriteArrayList<>();
    private static final List<String> WARNINGS = new CopyOnWriteArrayList<>();

    private static volatile @Nullable PrintStream out;

    private ConsoleLog(String name) {
        this.name = name;
    }

    static Logger of(String name) {
        return name.startsWith(OURS) ? new ConsoleLog(name) : NOPLogger.NOP_LOGGER;
    }

    /** From now on warnings are printed: those of the start are for {@code doctor}, and would repeat with each command. */
    public static void print() {
        out = System.err;
    }

    /** What backends said about their stores so far, without warnings. */
    public static List<String> notes() {
        return List.copyOf(NOTES);
    }

    /** The warnings so far. */
    public static List<String> warnings() {
        return List.copyOf(WARNINGS);
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public boolean isInfoEnabled() {
        return !name.equals(CLIENT);
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String message,
            Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        String line = MessageFormatter.basicArrayFormat(message, arguments).replaceAll("\\p{Cntrl}", " ");
        if (level == Level.INFO) {
            NOTES.add(line);
            return;
        }
        WARNINGS.add(line);
        PrintStream console = out;
        if (console != null) {
            console.println("interlock: " + line);
        }
    }
}
