// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;

/** Counts the warnings that it gets, and those reported as left out. Confined to the thread that runs the tasks. */
public final class CountingLogger extends LegacyAbstractLogger {

    private static final long serialVersionUID = 1;

    private int lines;
    private long leftOut;

    public int lines() {
        return lines;
    }

    public int leftOut() {
        return (int) leftOut;
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return CountingLogger.class.getName();
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level, Marker marker, String pattern, Object[] arguments, Throwable thrown) {
        if (arguments.length > 0 && arguments[0] instanceof Long count) {
            leftOut += count;
        } else {
            lines++;
        }
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
        return false;
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }
}
