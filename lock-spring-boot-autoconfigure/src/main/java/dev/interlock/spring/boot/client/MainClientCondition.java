// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.client;

import dev.interlock.spring.boot.config.InterlockConnectionDetails;
import dev.interlock.spring.boot.config.InterlockProperties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** There is a main client if a property or a bean says where it is, or if there is no other client. */
final class MainClientCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Environment environment = context.getEnvironment();
        boolean wanted = FurtherClients.blocks(environment).isEmpty()
                || Stream.of("uri", "backend", "bean")
                        .map((InterlockProperties.PREFIX + ".")::concat)
                        .anyMatch(environment::containsProperty)
                || hasDetails(context.getBeanFactory());
        return new ConditionOutcome(
                wanted,
                ConditionMessage.forCondition("Main lock client")
                        .because(wanted ? "it is configured, or alone" : "only further clients have a store"));
    }

    private static boolean hasDetails(@Nullable ListableBeanFactory beans) {
        return beans != null && beans.getBeanNamesForType(InterlockConnectionDetails.class, true, false).length > 0;
    }
}
