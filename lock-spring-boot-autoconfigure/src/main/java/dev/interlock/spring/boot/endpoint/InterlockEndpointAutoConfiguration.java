// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.endpoint;

import dev.interlock.spring.boot.InterlockAutoConfiguration;
import dev.interlock.spring.boot.client.LockClients;
import dev.interlock.spring.boot.config.InterlockProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The endpoints of the locks, if they are exposed. */
@AutoConfiguration(after = InterlockAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(InterlockProperties.class)
final class InterlockEndpointAutoConfiguration {

    @Bean
    @ConditionalOnAvailableEndpoint
    LocksEndpoint locksEndpoint(ObjectProvider<LockClients> clients) {
        return new LocksEndpoint(clients::getObject);
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    LockStoreEndpoint lockStoreEndpoint(ObjectProvider<LockClients> clients) {
        return new LockStoreEndpoint(clients::getObject);
    }
}
