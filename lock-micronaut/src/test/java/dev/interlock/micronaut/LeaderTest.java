// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.Leadership;
import dev.interlock.LockClient;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Methods that one of two instances of an application runs. */
final class LeaderTest {

    private static Map<String, Object> properties(String store, String test) {
        return Map.of("locks.uri", "memory:" + store, test, "true");
    }

    @Test
    void one_instance_leads_until_its_context_ends_and_then_the_other() {
        Map<String, Object> properties = properties("led", "test.led");
        ApplicationContext two = ApplicationContext.run(properties);
        LedJob second = two.getBean(LedJob.class);
        await().until(() -> second.seen.size() == 2);
        ApplicationContext one = ApplicationContext.run(properties);
        LedJob first = one.getBean(LedJob.class);
        assertThat(first.seen).isEmpty();
        assertThat(second.terms.get(0).remaining()).isBetween(Duration.ZERO, Duration.ofSeconds(10));
        two.close();
        assertThat(second.seen).containsExactly("granted", "leads", "ends", "ended");
        assertThat(second.terms.get(0).end()).isPresent();
        await().until(() -> first.seen.size() == 2);
        assertThat(first.terms.get(0).term()).isGreaterThan(second.terms.get(0).term());
        one.close();
        assertThat(first.seen).endsWith("ends", "ended");
    }

    @Test
    void the_name_may_be_a_placeholder() {
        try (ApplicationContext context = ApplicationContext.run(Map.of(
                "locks.uri",
                "memory:named",
                "test.leader.named",
                "true",
                "test.election",
                "other",
                "test.lease",
                "7s"))) {
            NamedLeader leader = context.getBean(NamedLeader.class);
            await().until(() -> leader.term != null);
            assertThat(leader.term.electionName()).isEqualTo("other");
            assertThat(leader.term.remaining()).isBetween(Duration.ZERO, Duration.ofSeconds(7));
            assertThat(context.getBean(LockClient.class).election("other").leader())
                    .isPresent();
        }
    }

    @Test
    void a_store_that_cannot_be_reached_does_not_keep_the_application_from_starting() {
        try (ApplicationContext context = ApplicationContext.run(
                Map.of("locks.uri", "redis://127.0.0.1:1?timeout=200ms&connectTimeout=200ms", "test.led", "true"))) {
            assertThat(context.getBean(LedJob.class).seen).isEmpty();
        }
    }

    @Test
    void methods_that_cannot_lead_are_refused_at_the_start() {
        assertThatThrownBy(() -> ApplicationContext.run(properties("wrong", "test.leader.arguments"))
                        .close())
                .hasMessageContaining("@Leader on WrongArguments.lead: the method must have no parameter");
        assertThatThrownBy(() -> ApplicationContext.run(properties("wrong", "test.leader.twice"))
                        .close())
                .hasMessageContaining("the election 'twice' has the method @Leader on LeadsTwice.");
    }

    @Test
    void a_method_that_throws_leads_again_later() {
        try (ApplicationContext context = ApplicationContext.run(properties("throws", "test.leader.throws"))) {
            ThrowingLeader leader = context.getBean(ThrowingLeader.class);
            await().until(() -> leader.calls.get() >= 2);
        }
    }

    @Singleton
    @Requires(property = "test.leader.arguments", value = "true")
    static class WrongArguments {

        @Leader("wrong")
        void lead(String name) {}
    }

    @Singleton
    @Requires(property = "test.leader.twice", value = "true")
    static class LeadsTwice {

        @Leader("twice")
        void one() {}

        @Leader("twice")
        void two() {}
    }

    @Singleton
    @Requires(property = "test.leader.named", value = "true")
    static class NamedLeader {

        private volatile Leadership term;

        @Leader(value = "${test.election}", lease = "${test.lease}")
        void lead(Leadership leadership) throws InterruptedException {
            term = leadership;
            leadership.awaitEnd();
        }
    }

    @Singleton
    @Requires(property = "test.leader.throws", value = "true")
    static class ThrowingLeader {

        private final AtomicInteger calls = new AtomicInteger();

        @Leader("throws")
        void lead() {
            calls.incrementAndGet();
            throw new IllegalStateException("broken");
        }
    }
}
