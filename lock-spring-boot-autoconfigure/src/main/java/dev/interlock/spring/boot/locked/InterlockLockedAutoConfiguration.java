// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import dev.interlock.annotation.call.CallContext;
import dev.interlock.annotation.call.LockedCalls;
import dev.interlock.annotation.hold.CallsAtWork;
import dev.interlock.spi.toolbox.DaemonThreads;
import dev.interlock.spring.boot.InterlockAutoConfiguration;
import dev.interlock.spring.boot.config.ClientProperties;
import java.util.concurrent.Executors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import reactor.core.publisher.Flux;

/** Makes {@link Locked} work. It does so also with {@code interlock.enabled=false}: its methods fail then. */
@AutoConfiguration(after = InterlockAutoConfiguration.class)
final class InterlockLockedAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static LockedPostProcessor interlockLockedPostProcessor() {
        return new LockedPostProcessor();
    }

    @Bean
    CallsAtWork interlockCallsAtWork() {
        return new CallsAtWork();
    }

    /**
     * On threads of its own, at most one for each granted call: on the application's executor, a release could queue up
     * behind tasks that wait for its lock. They are no bean, because Boot makes none of its own beside another's.
     */
    @Bean
    LockedCalls interlockLockedCalls(CallsAtWork atWork) {
        return new LockedCalls(
                Executors.newCachedThreadPool(new DaemonThreads("interlock-spring-locked")),
                CallContext.ofThread(),
                atWork);
    }

    @Bean
    LockedCallsLifecycle interlockLockedCallsLifecycle(CallsAtWork atWork, ObjectProvider<ClientProperties> main) {
        return new LockedCallsLifecycle(atWork, main);
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
