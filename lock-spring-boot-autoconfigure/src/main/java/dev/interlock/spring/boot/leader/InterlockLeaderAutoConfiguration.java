// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.leader;

import dev.interlock.LockClient;
import dev.interlock.spring.boot.InterlockAutoConfiguration;
import dev.interlock.spring.boot.config.LockConfigurationException;
import dev.interlock.spring.integration.InterlockLeaderInitiator;
import java.util.Objects;
import java.util.UUID;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.leader.DefaultCandidate;

/** Makes {@link Leader} work, and a leader initiator of Spring Integration if {@code interlock.leader.role} is set. */
@AutoConfiguration(after = InterlockAutoConfiguration.class)
@EnableConfigurationProperties(LeaderProperties.class)
final class InterlockLeaderAutoConfiguration {

    @Bean
    static LeaderLifecycle interlockLeaderLifecycle(
            ConfigurableListableBeanFactory beans, ApplicationEventPublisher events) {
        return new LeaderLifecycle(beans, events);
    }

    /** With Spring Integration. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({InterlockLeaderInitiator.class, DefaultCandidate.class})
    @ConditionalOnProperty(LeaderProperties.ROLE)
    static class OfIntegration {

        @Bean
        @ConditionalOnMissingBean
        InterlockLeaderInitiator interlockLeaderInitiator(LockClient client, LeaderProperties properties) {
            String role = Objects.requireNonNull(properties.role());
            String election = Objects.requireNonNullElse(properties.election(), role);
            return new InterlockLeaderInitiator(
                    client.election(election),
                    new DefaultCandidate(UUID.randomUUID().toString(), role));
        }
    }

    /** A role that would never lead. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("dev.interlock.spring.integration.InterlockLeaderInitiator")
    @ConditionalOnProperty(LeaderProperties.ROLE)
    static class WithoutIntegration {

        WithoutIntegration() {
            throw new LockConfigurationException(
                    LeaderProperties.ROLE + " is set, but its module is not on the class path",
                    "Add dev.interlock:lock-spring-integration, or remove the property and annotate a method with"
                            + " @Leader.",
                    null);
        }
    }
}
