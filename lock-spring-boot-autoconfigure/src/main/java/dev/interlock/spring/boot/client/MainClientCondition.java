// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.client;

import dev.interlock.spring.boot.config.InterlockProperties;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** There is a main client if a property says where it is, or if there is no other client. */
final class MainClientCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Environment environment = context.getEnvironment();
        boolean wanted = FurtherClients.blocks(environment).isEmpty()
                || Stream.of("uri", "backend", "bean")
                        .map((InterlockProperties.PREFIX + ".")::concat)
                        .anyMatch(environment::containsProperty);
        return new ConditionOutcome(
                wanted,
                ConditionMessage.forCondition("Main lock client")
                        .because(wanted ? "it is configured, or alone" : "only further clients have a store"));
    }
}
