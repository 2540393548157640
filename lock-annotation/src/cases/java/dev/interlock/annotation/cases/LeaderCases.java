// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.Leadership;
import dev.interlock.LockClient;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The meaning of {@code @Leader}, the same in each framework: two instances of an application, with locks in memory. */
public abstract class LeaderCases {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** What the application has. */
    public enum Kind {
        /** A method for the election {@code led}, with a lease of 10 s and a margin of 1 s, that calls the log. */
        LEADS,
        /** The same without a parameter, that lets the log fail. */
        FAILS,
        /** A method for {@code ${test.election}}, which is "other", with the lease {@code ${test.lease}}, which is 7s. */
        PLACEHOLDERS,
        /** A method {@code WrongParameter.lead} with another parameter. */
        WRONG_PARAMETER,
        /** A method {@code WrongMargin.lead} with a margin of 1000 days. */
        WRONG_MARGIN,
        /** Two methods of {@code LeadsTwice} for the election {@code twice}. */
        TWICE
    }

    /** A running instance of an application. */
    public interface Instance extends AutoCloseable {

        /** Its log, which its annotated method and its listeners of events call. */
        LeaderLog log();

        /** Its client. */
        LockClient client();

        @Override
        void close();
    }

    /** Starts an instance. */
    protected abstract Instance start(Kind kind, String uri);

    private Instance start(Kind kind) {
        return start(kind, "memory:" + UUID.randomUUID());
    }

    @Test
    void one_instance_leads_until_its_end_and_then_the_other() {
        String uri = "memory:" + UUID.randomUUID();
        Instance one = start(Kind.LEADS, uri);
        await().atMost(LIMIT).until(() -> one.log().calls().size() == 2);
        try (Instance two = start(Kind.LEADS, uri)) {
            LeaderLog next = two.log();
            assertThat(next.calls()).isEmpty();
            Leadership first = one.log().terms.get(0);
            assertThat(first.remaining()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(10));
            LeaderLog before = one.log();
            one.close();
            assertThat(before.calls()).containsExactly("granted", "leads", "ends", "ended in time");
            assertThat(first.end()).isPresent();
            await().atMost(LIMIT).until(() -> next.calls().size() == 2);
            assertThat(next.terms.get(0).term()).isGreaterThan(first.term());
        }
    }

    @Test
    void the_members_may_be_placeholders() {
        try (Instance instance = start(Kind.PLACEHOLDERS)) {
            await().atMost(LIMIT).until(() -> !instance.log().terms.isEmpty());
            Leadership term = instance.log().terms.get(0);
            assertThat(term.electionName()).isEqualTo("other");
            assertThat(term.remaining()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(7));
            assertThat(instance.client().election("other").leader()).isPresent();
        }
    }

    @Test
    void a_method_that_throws_leads_again_later() {
        try (Instance instance = start(Kind.FAILS)) {
            await().atMost(LIMIT)
                    .until(() -> instance.log().calls().stream()
                                    .filter("fails"::equals)
                                    .count()
                            >= 2);
            assertThat(instance.log().calls()).startsWith("granted", "fails", "ended in time", "granted", "fails");
        }
    }

    @Test
    void a_store_that_cannot_be_reached_does_not_keep_the_application_from_starting() {
        try (Instance instance = start(Kind.LEADS, "redis://127.0.0.1:1?timeout=200ms&connectTimeout=200ms")) {
            assertThat(instance.log().calls()).isEmpty();
        }
    }

    @Test
    void methods_that_cannot_lead_are_refused_at_the_start() {
        assertThatThrownBy(() -> start(Kind.WRONG_PARAMETER).close())
                .hasStackTraceContaining("@Leader on WrongParameter.lead: the method must have no parameter");
        assertThatThrownBy(() -> start(Kind.TWICE).close())
                .hasStackTraceContaining("the election 'twice' has the method @Leader on LeadsTwice.");
        assertThatThrownBy(() -> start(Kind.WRONG_MARGIN).close())
                .hasStackTraceContaining("@Leader on WrongMargin.lead")
                .hasStackTraceContaining("margin");
    }
}
