// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import dev.interlock.annotation.call.CallContext;
import dev.interlock.annotation.call.LockedCalls;
import dev.interlock.annotation.hold.CallsAtWork;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import reactor.core.publisher.Flux;

/** Makes {@link Locked} work. It does so also with {@code interlock.enabled=false}: then its methods fail. */
@AutoConfiguration
public final class LockedAutoConfiguration {

    /** Creates the configuration. */
    public LockedAutoConfiguration() {}

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static LockedPostProcessor interlockLockedPostProcessor() {
        return new LockedPostProcessor();
    }

    @Bean
    CallsAtWork interlockCallsAtWork() {
        return new CallsAtWork();
    }

    @Bean
    LockedCalls interlockLockedCalls(CallsAtWork atWork) {
        return new LockedCalls(threads(), CallContext.ofThread(), atWork);
    }

    /**
     * Threads of its own, at most one for each granted call: on the application's executor, a release could queue up
     * behind tasks that wait for its lock.
     */
    private static ExecutorService threads() {
        CustomizableThreadFactory factory = new CustomizableThreadFactory("interlock-locked-");
        factory.setDaemon(true);
        return Executors.newCachedThreadPool(factory);
    }

    /** With Reactor on the class path, methods may return streams. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Flux.class)
    static class Streams {

        @Bean
        StreamCalls interlockStreamCalls(LockedCalls calls) {
            return new StreamCalls(calls);
        }
    }
}
