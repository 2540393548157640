// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.Leadership;
import dev.interlock.annotation.LeadershipEnded;
import dev.interlock.annotation.LeadershipGranted;
import dev.interlock.annotation.cases.LeaderLog;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import io.micronaut.runtime.event.annotation.EventListener;
import jakarta.inject.Singleton;

/** The beans of the applications that {@link LeaderCasesTest} starts. */
final class Leaders {

    /** The property that says which of them there are. */
    static final String KIND = "test.leaders";

    private Leaders() {}

    @Factory
    @Requires(property = KIND)
    static class Logs {

        @Bean
        @Singleton
        LeaderLog log() {
            return new LeaderLog();
        }
    }

    @Singleton
    @Requires(property = KIND)
    static class Listener {

        private final LeaderLog log;

        Listener(LeaderLog log) {
            this.log = log;
        }

        @EventListener
        void on(LeadershipGranted event) {
            log.granted(event);
        }

        @EventListener
        void on(LeadershipEnded event) {
            log.ended(event);
        }
    }

    @Singleton
    @Requires(property = KIND, value = "LEADS")
    static class Leads {

        private final LeaderLog log;

        Leads(LeaderLog log) {
            this.log = log;
        }

        @Leader(value = "led", lease = "10s", margin = "1s")
        void lead(Leadership leadership) throws InterruptedException {
            log.lead(leadership);
        }
    }

    @Singleton
    @Requires(property = KIND, value = "FAILS")
    static class Fails {

        private final LeaderLog log;

        Fails(LeaderLog log) {
            this.log = log;
        }

        @Leader(value = "led", lease = "10s", margin = "1s")
        void lead() {
            log.fail();
        }
    }

    @Singleton
    @Requires(property = KIND, value = "PLACEHOLDERS")
    static class Placeholders {

        private final LeaderLog log;

        Placeholders(LeaderLog log) {
            this.log = log;
        }

        @Leader(value = "${test.election}", lease = "${test.lease}")
        void lead(Leadership leadership) throws InterruptedException {
            log.lead(leadership);
        }
    }

    @Singleton
    @Requires(property = KIND, value = "WRONG_PARAMETER")
    static class WrongParameter {

        @Leader("wrong")
        void lead(String name) {}
    }

    @Singleton
    @Requires(property = KIND, value = "WRONG_MARGIN")
    static class WrongMargin {

        @Leader(value = "wrong", margin = "1000d")
        void lead() {}
    }

    @Singleton
    @Requires(property = KIND, value = "TWICE")
    static class LeadsTwice {

        @Leader("twice")
        void one() {}

        @Leader("twice")
        void two() {}
    }
}
