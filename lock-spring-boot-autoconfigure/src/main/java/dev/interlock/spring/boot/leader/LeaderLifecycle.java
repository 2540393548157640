// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.leader;

import dev.interlock.LockClient;
import dev.interlock.annotation.leader.LeaderMethods;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;

/**
 * Stands for the {@link Leader} methods from the start to the stop of the application, in the default phase: the last one
 * to start and the first one to stop. Thread-safe.
 */
final class LeaderLifecycle implements SmartInitializingSingleton, SmartLifecycle {

    private final ConfigurableListableBeanFactory beans;
    private final LeaderMethods methods;
    private volatile boolean running;

    LeaderLifecycle(ConfigurableListableBeanFactory beans, ApplicationEventPublisher events) {
        this.beans = beans;
        this.methods = new LeaderMethods(events::publishEvent, events::publishEvent);
    }

    /** Refuses methods that cannot lead. */
    @Override
    public void afterSingletonsInstantiated() {
        new LeaderMethodReader(beans).methods().forEach(methods::add);
    }

    @Override
    public void start() {
        methods.stand(name -> name.isEmpty() ? beans.getBean(LockClient.class) : beans.getBean(name, LockClient.class));
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        methods.standDown();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
