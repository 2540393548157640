// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.client;

import dev.interlock.LockClient;
import dev.interlock.spring.boot.config.InterlockProperties;
import java.util.Map;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Registers a bean for each block below {@code interlock.clients}. */
final class FurtherClients implements ImportBeanDefinitionRegistrar {

    static final String BLOCKS = InterlockProperties.PREFIX + ".clients";

    private final Environment environment;

    FurtherClients(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        for (String name : blocks(environment).keySet()) {
            RootBeanDefinition client = new RootBeanDefinition(LockClient.class);
            client.setFactoryBeanName(LockClientConfiguration.CLIENTS);
            client.setFactoryMethodName("further");
            client.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
            client.setRole(BeanDefinition.ROLE_APPLICATION);
            client.setLazyInit(false);
            // The life cycle closes it.
            client.setDestroyMethodName("");
            registry.registerBeanDefinition(name + LockClients.SUFFIX, client);
        }
    }

    /** The blocks by name. */
    static Map<String, Object> blocks(Environment environment) {
        return Binder.get(environment)
                .bind(BLOCKS, Bindable.mapOf(String.class, Object.class))
                .orElse(Map.of());
    }
}
