// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.client;

import dev.interlock.LockClient;
import dev.interlock.LockClock;
import dev.interlock.LockListener;
import dev.interlock.spring.boot.config.ClientProperties;
import dev.interlock.spring.boot.config.InterlockConnectionDetails;
import dev.interlock.spring.boot.config.InterlockProperties;
import dev.interlock.spring.boot.config.PropertiesCheck;
import dev.interlock.spring.boot.store.StoreOfApplication;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.ConfigurableEnvironment;

/** The clients, made of the properties. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({InterlockProperties.class, ClientProperties.class})
@Import(FurtherClients.class)
public final class LockClientConfiguration {

    /** The name of the bean that makes the clients. */
    static final String CLIENTS = "interlockClients";

    /** Of the spring container. */
    LockClientConfiguration() {}

    @Bean(name = CLIENTS, destroyMethod = "close")
    LockClients interlockClients(
            ConfigurableEnvironment environment,
            InterlockProperties properties,
            ClientProperties main,
            ObjectProvider<InterlockConnectionDetails> details,
            ObjectProvider<StoreOfApplication> stores,
            ObjectProvider<LockListener> listeners,
            ObjectProvider<ClientListeners> perClient,
            ObjectProvider<LockClock> clock) {
        PropertiesCheck.check(environment, properties.unknownProperties());
        InterlockConnectionDetails store = details.getIfAvailable();
        return new LockClients(
                properties,
                store == null ? main : main.at(store),
                stores.orderedStream().toList(),
                listeners.orderedStream().toList(),
                perClient.orderedStream().toList(),
                clock.getIfUnique());
    }

    @Bean
    LockClientsLifecycle interlockClientsLifecycle(LockClients clients) {
        return new LockClientsLifecycle(clients);
    }

    // The life cycle closes it. Never lazy, so that a wrong configuration ends the start.
    @Bean(name = LockClients.MAIN, destroyMethod = "")
    @Primary
    @Lazy(false)
    @ConditionalOnMissingBean(LockClient.class)
    @Conditional(MainClientCondition.class)
    LockClient lockClient(LockClients clients) {
        return clients.main();
    }
}
