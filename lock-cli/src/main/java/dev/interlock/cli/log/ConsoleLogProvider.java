// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.log;

import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** The log of this program: {@link ConsoleLog}. A framework would take longer to start than most commands. */
public final class ConsoleLogProvider implements SLF4JServiceProvider {

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();

    /** For SLF4J, which finds it by a system property. */
    public ConsoleLogProvider() {
        // Nothing to set up.
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return ConsoleLog::of;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return context;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {
        // Nothing to set up.
    }
}
