// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.AcquireOptions;
import dev.interlock.LeaderTask;
import dev.interlock.LockClient;
import dev.interlock.annotation.LeadershipEnded;
import dev.interlock.annotation.LeadershipGranted;
import dev.interlock.annotation.leader.LeaderMethod;
import dev.interlock.annotation.leader.LeaderMethods;
import dev.interlock.micronaut.config.Settings;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.event.ApplicationEventPublisher;
import io.micronaut.context.event.StartupEvent;
import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.context.processor.ExecutableMethodProcessor;
import io.micronaut.inject.BeanDefinition;
import io.micronaut.inject.ExecutableMethod;
import io.micronaut.inject.qualifiers.Qualifiers;
import io.micronaut.runtime.event.annotation.EventListener;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the {@link Leader} methods, which stand from the start of the context until {@link #standDown}. Thread-safe. */
@Singleton
final class LeaderMethodProcessor implements ExecutableMethodProcessor<Leader> {

    private final ApplicationContext beans;
    private final LeaderMethods methods;

    LeaderMethodProcessor(
            ApplicationContext beans,
            ApplicationEventPublisher<LeadershipGranted> granted,
            ApplicationEventPublisher<LeadershipEnded> ended) {
        this.beans = beans;
        this.methods = new LeaderMethods(granted::publishEvent, ended::publishEvent);
    }

    @Override
    public void process(BeanDefinition<?> bean, ExecutableMethod<?, ?> executable) {
        try {
            methods.add(read(bean, executable));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(e.getMessage(), e);
        }
    }

    private LeaderMethod read(BeanDefinition<?> bean, ExecutableMethod<?, ?> executable) {
        String text = "@Leader on " + executable.getDeclaringType().getSimpleName() + "." + executable.getMethodName();
        boolean takesTerm = LeaderMethod.takesTerm(text, List.of(executable.getArgumentTypes()));
        return new LeaderMethod(
                text,
                written(executable, "value"),
                written(executable, "client"),
                LeaderMethod.options(text, member -> duration(text, executable, member)),
                task(bean, executable, takesTerm));
    }

    @SuppressWarnings("unchecked")
    private LeaderTask task(BeanDefinition<?> bean, ExecutableMethod<?, ?> executable, boolean takesTerm) {
        ExecutableMethod<Object, ?> method = (ExecutableMethod<Object, ?>) executable;
        return leadership -> {
            Object target = beans.getBean(bean);
            if (takesTerm) {
                method.invoke(target, leadership);
            } else {
                method.invoke(target);
            }
        };
    }

    private @Nullable Duration duration(String text, ExecutableMethod<?, ?> executable, String member) {
        String value = written(executable, member);
        return new Settings(text + ": ")
                .with(member, value.isEmpty() ? null : value)
                .duration(member, Duration.ZERO, AcquireOptions.MAX_LEASE);
    }

    /** A member of the annotation, with its placeholders resolved: Micronaut leaves them alone in a method's annotation. */
    private String written(ExecutableMethod<?, ?> executable, String member) {
        String value = executable.stringValue(Leader.class, member).orElse("");
        return beans.getEnvironment().getPlaceholderResolver().resolveRequiredPlaceholders(value);
    }

    /** All beans can be used from now on. */
    @EventListener
    void onStartup(StartupEvent event) {
        methods.stand(client -> client.isEmpty()
                ? beans.getBean(LockClient.class)
                : beans.getBean(LockClient.class, Qualifiers.byName(client)));
    }

    /** Ends all candidacies; waits for each method for at most the rest of its lease. */
    void standDown() {
        methods.standDown();
    }
}
