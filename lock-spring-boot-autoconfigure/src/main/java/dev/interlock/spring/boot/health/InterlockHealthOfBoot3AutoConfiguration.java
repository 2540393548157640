// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.health;

import dev.interlock.LockClient;
import dev.interlock.annotation.client.StoreQuestions;
import dev.interlock.spi.toolbox.DaemonThreads;
import dev.interlock.spring.boot.InterlockAutoConfiguration;
import java.util.Map;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The health indicator {@code locks} for Boot 3.5. */
@AutoConfiguration(after = InterlockAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(LockClient.class)
@ConditionalOnEnabledHealthIndicator("locks")
final class InterlockHealthOfBoot3AutoConfiguration {

    @Bean(destroyMethod = "close")
    StoreQuestions interlockStoreQuestions(Map<String, LockClient> clients) {
        return new StoreQuestions(() -> clients, new DaemonThreads("interlock-spring-health"));
    }

    @Bean
    HealthIndicator locksHealthIndicator(StoreQuestions stores) {
        return new LockHealthOfBoot3(stores);
    }
}
