// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.annotation.cases.LeaderCases;
import dev.interlock.annotation.cases.LeaderLog;
import dev.interlock.spring.boot.InterlockAutoConfiguration;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.support.PropertySourcesPlaceholderConfigurer;

/** What {@link Leader} means in each framework, and what is Spring's own. */
final class LeaderCasesTest extends LeaderCases {

    @Override
    protected Instance start(Kind kind, String uri) {
        return started(uri, Leaders.of(kind));
    }

    private static Context started(String uri, Class<?> bean) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        TestPropertyValues.of("interlock.uri=" + uri, "test.election=other", "test.lease=7s")
                .applyTo(context);
        context.register(
                InterlockAutoConfiguration.class,
                InterlockLeaderAutoConfiguration.class,
                // As Boot does: a placeholder without a value is an error.
                PropertySourcesPlaceholderConfigurer.class,
                Leaders.Listener.class,
                bean);
        context.refresh();
        return new Context(context);
    }

    @Test
    void a_context_that_is_started_again_stands_again() {
        try (Context instance = started("memory:again", Leaders.Leads.class)) {
            LeaderLog log = instance.log();
            awaitCalls("leads", 1, log);
            instance.context().stop();
            assertThat(log.calls()).endsWith("ends", "ended in time");
            instance.context().start();
            awaitCalls("leads", 2, log);
        }
    }

    @Test
    void a_lazy_bean_is_made_for_its_first_term() {
        try (Context instance = started("memory:lazy", Leaders.Lazily.class)) {
            awaitCalls("leads", 1, instance.log());
        }
    }

    @Test
    void a_bean_behind_a_proxy_is_called_through_it() {
        try (Context instance = started("memory:proxied", Leaders.Proxied.class)) {
            awaitCalls("advice", 1, instance.log());
            awaitCalls("leads", 1, instance.log());
        }
    }

    @Test
    void methods_that_Spring_cannot_call_on_the_bean_are_refused() {
        for (Class<?> wrong : List.of(Leaders.PrivateLeader.class, Leaders.FinalLeader.class)) {
            assertThatThrownBy(() -> started("memory:wrong", wrong).close())
                    .hasStackTraceContaining("@Leader on " + wrong.getSimpleName() + ".lead: it is ")
                    .hasStackTraceContaining("make it neither private, static nor final");
        }
    }

    private static void awaitCalls(String call, int times, LeaderLog log) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> log.calls().stream().filter(call::equals).count() >= times);
    }

    private record Context(AnnotationConfigApplicationContext context) implements Instance {

        @Override
        public LeaderLog log() {
            return context.getBean(Leaders.Listener.class).log();
        }

        @Override
        public LockClient client() {
            return context.getBean(LockClient.class);
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
