// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.tck.Rule;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.slf4j.LoggerFactory;

/** Whoever runs the kit by a build reads in its log what it came to. */
class SummaryListenerTest {

    private static final Set<Rule> RULES = EnumSet.of(Rule.TOK_5, Rule.EXP_4, Rule.ACQ_1);

    @Test
    void the_last_line_of_the_log_says_what_passed_and_what_was_not_exercised() {
        Logger logger = (Logger) LoggerFactory.getLogger(LockTck.class);
        ListAppender<ILoggingEvent> told = new ListAppender<>();
        told.start();
        logger.addAppender(told);
        try {
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(selectClass(Kit.class))
                    .filters((PostDiscoveryFilter) test -> FilterResult.includedIf(TckRunner.provenBy(test.getSource())
                            .map(RULES::contains)
                            .orElse(true)))
                    .build();
            LauncherFactory.create().execute(request);
        } finally {
            logger.detachAppender(told);
        }
        assertThat(told.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .filteredOn(line -> line.startsWith("memory that cannot be restarted "))
                .singleElement()
                .asString()
                .startsWith("memory that cannot be restarted ran a part of the Interlock TCK")
                .endsWith(": 2 of 3 rules passed, 1 not exercised: EXP-4 (the fixture cannot restart its store)");
    }

    /** Run by the test above only. */
    static final class Kit extends LockTck {

        @Override
        protected LockFixture fixture() {
            return new ForwardingFixture(new MemoryFixture()) {
                @Override
                public String description() {
                    return "memory that cannot be restarted";
                }

                @Override
                public Optional<Runnable> restart() {
                    return Optional.empty();
                }
            };
        }
    }
}
