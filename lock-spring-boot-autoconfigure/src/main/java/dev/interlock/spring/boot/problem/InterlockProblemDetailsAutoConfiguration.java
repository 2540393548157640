// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.problem;

import dev.interlock.spring.boot.InterlockAutoConfiguration;
import dev.interlock.spring.boot.config.InterlockProperties;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Problem details for requests that found no lock. */
@AutoConfiguration(after = InterlockAutoConfiguration.class)
@ConditionalOnClass(RestControllerAdvice.class)
@ConditionalOnWebApplication
@ConditionalOnBean(InterlockProperties.class)
@ConditionalOnProperty(name = "interlock.problem-details.enabled", matchIfMissing = true)
final class InterlockProblemDetailsAutoConfiguration {

    @Bean
    LockProblems interlockProblems() {
        return new LockProblems();
    }
}
