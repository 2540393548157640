// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.spring.boot.client.Contexts;
import dev.interlock.spring.integration.InterlockLeaderInitiator;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.event.EventListener;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;

/** A role of Spring Integration, by configuration. */
final class LeaderInitiatorTest {

    private static ApplicationContextRunner with(String... properties) {
        return Contexts.with("interlock.backend=memory")
                .withPropertyValues(properties)
                .withConfiguration(AutoConfigurations.of(InterlockLeaderAutoConfiguration.class))
                .withBean(Roles.class);
    }

    @Test
    void the_instance_leads_its_role_and_the_application_gets_the_events_of_Spring_Integration() {
        List<String> events = new CopyOnWriteArrayList<>();
        with("interlock.leader.role=reports").run(context -> {
            Roles roles = context.getBean(Roles.class);
            await().atMost(Duration.ofSeconds(60)).until(() -> !roles.events.isEmpty());
            assertThat(context.getBean(LockClient.class).inspect("reports")).isPresent();
            context.getBean(InterlockLeaderInitiator.class).stop();
            assertThat(context.getBean(LockClient.class).inspect("reports")).isEmpty();
            events.addAll(roles.events);
        });
        assertThat(events).containsExactly("granted reports", "revoked reports");
    }

    @Test
    void the_election_may_have_another_name_than_the_role() {
        with("interlock.leader.role=reports", "interlock.leader.election=leaders/reports")
                .run(context -> {
                    InterlockLeaderInitiator initiator = context.getBean(InterlockLeaderInitiator.class);
                    await().atMost(Duration.ofSeconds(60))
                            .until(() -> initiator.leadership().isPresent());
                    assertThat(initiator.leadership().orElseThrow().electionName())
                            .isEqualTo("leaders/reports");
                });
    }

    @Test
    void without_a_role_there_is_no_initiator() {
        with().run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(InterlockLeaderInitiator.class));
    }

    @Test
    void an_initiator_of_the_application_replaces_it() {
        with("interlock.leader.role=reports")
                .withBean(
                        "own",
                        InterlockLeaderInitiator.class,
                        () -> new InterlockLeaderInitiator(
                                LockClient.connect("memory:own").election("own"), new DefaultCandidate("one", "own")))
                .run(context -> assertThat(context)
                        .hasSingleBean(InterlockLeaderInitiator.class)
                        .hasBean("own"));
    }

    @Test
    void a_role_without_the_module_ends_the_start() {
        assertThat(Contexts.refusal(with("interlock.leader.role=reports")
                                .withClassLoader(new FilteredClassLoader(InterlockLeaderInitiator.class)))
                        .remedy())
                .contains("dev.interlock:lock-spring-integration");
    }

    /** Listens. */
    static class Roles {

        final List<String> events = new CopyOnWriteArrayList<>();

        @EventListener
        void on(OnGrantedEvent event) {
            events.add("granted " + event.getRole());
        }

        @EventListener
        void on(OnRevokedEvent event) {
            events.add("revoked " + event.getRole());
        }
    }
}
