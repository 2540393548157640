// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.AcquireOptions;
import dev.interlock.Candidacy;
import dev.interlock.ElectionOptions;
import dev.interlock.Leadership;
import dev.interlock.LockClient;
import dev.interlock.micronaut.config.Settings;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.event.ApplicationEventPublisher;
import io.micronaut.context.event.StartupEvent;
import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.context.processor.ExecutableMethodProcessor;
import io.micronaut.core.type.Argument;
import io.micronaut.inject.BeanDefinition;
import io.micronaut.inject.ExecutableMethod;
import io.micronaut.inject.qualifiers.Qualifiers;
import io.micronaut.runtime.event.annotation.EventListener;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands for each {@link Leader} method, from the start of the context until {@link #standDown}. Thread-safe. */
@Singleton
final class LeaderMethods implements ExecutableMethodProcessor<Leader> {

    private static final List<String> DURATIONS = List.of("lease", "margin", "delay", "maxTerm");

    private final ApplicationContext beans;
    private final ApplicationEventPublisher<LeadershipGranted> granted;
    private final ApplicationEventPublisher<LeadershipEnded> ended;
    private final Map<String, Method> methods = new ConcurrentHashMap<>();
    private final List<Candidacy> candidacies = new CopyOnWriteArrayList<>();

    LeaderMethods(
            ApplicationContext beans,
            ApplicationEventPublisher<LeadershipGranted> granted,
            ApplicationEventPublisher<LeadershipEnded> ended) {
        this.beans = beans;
        this.granted = granted;
        this.ended = ended;
    }

    @Override
    public void process(BeanDefinition<?> bean, ExecutableMethod<?, ?> executable) {
        Method method = read(bean, executable);
        Method other = methods.putIfAbsent(method.election, method);
        if (other != null) {
            throw new ConfigurationException(method.text + ": the election '" + method.election + "' has the method "
                    + other.text + " already: give each a name of its own");
        }
    }

    @SuppressWarnings("unchecked")
    private Method read(BeanDefinition<?> bean, ExecutableMethod<?, ?> executable) {
        String text = "@Leader on " + executable.getDeclaringType().getSimpleName() + "." + executable.getMethodName();
        Argument<?>[] arguments = executable.getArguments();
        if (arguments.length > 1 || (arguments.length == 1 && arguments[0].getType() != Leadership.class)) {
            throw new ConfigurationException(text + ": the method must have no parameter, or one of type Leadership");
        }
        return new Method(
                text,
                written(executable, "value"),
                written(executable, "client"),
                options(executable, text),
                arguments.length == 1,
                (BeanDefinition<Object>) bean,
                (ExecutableMethod<Object, ?>) executable);
    }

    /** A member of the annotation, with its placeholders resolved: Micronaut leaves them alone in a method's annotation. */
    private String written(ExecutableMethod<?, ?> executable, String member) {
        String value = executable.stringValue(Leader.class, member).orElse("");
        return beans.getEnvironment().getPlaceholderResolver().resolveRequiredPlaceholders(value);
    }

    private ElectionOptions options(ExecutableMethod<?, ?> executable, String text) {
        Settings settings = new Settings(text + ": ");
        for (String name : DURATIONS) {
            String value = written(executable, name);
            settings.with(name, value.isEmpty() ? null : value);
        }
        try {
            ElectionOptions options = ElectionOptions.STANDARD;
            Duration shortest = Duration.ofMillis(1);
            Duration longest = AcquireOptions.MAX_LEASE;
            options = Settings.changed(
                    options,
                    settings.duration("lease", AcquireOptions.MIN_LEASE, longest),
                    (before, lease) ->
                            before.withLock(AcquireOptions.inherited().withLease(lease)));
            options = Settings.changed(
                    options, settings.duration("margin", shortest, longest), ElectionOptions::withMargin);
            options = Settings.changed(
                    options, settings.duration("delay", Duration.ZERO, longest), ElectionOptions::withDelay);
            return Settings.changed(
                    options,
                    settings.duration("maxTerm", AcquireOptions.MIN_LEASE, longest),
                    ElectionOptions::withMaxTerm);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(e.getMessage(), e);
        }
    }

    /** All beans can be used from now on. */
    @EventListener
    void onStartup(StartupEvent event) {
        methods.values()
                .forEach(method -> candidacies.add(client(method)
                        .election(method.election)
                        .lead(method.options, leadership -> lead(method, leadership))));
    }

    private LockClient client(Method method) {
        return method.client.isEmpty()
                ? beans.getBean(LockClient.class)
                : beans.getBean(LockClient.class, Qualifiers.byName(method.client));
    }

    private void lead(Method method, Leadership leadership) {
        granted.publishEvent(new LeadershipGranted(leadership));
        try {
            Object bean = beans.getBean(method.bean);
            if (method.takesTerm) {
                method.executable.invoke(bean, leadership);
            } else {
                method.executable.invoke(bean);
            }
        } finally {
            ended.publishEvent(new LeadershipEnded(leadership));
        }
    }

    /** Ends all candidacies; waits for each method at most for the rest of its lease. */
    void standDown() {
        candidacies.forEach(Candidacy::abdicate);
        candidacies.forEach(Candidacy::close);
    }

    /**
     * A method and what its annotation says.
     *
     * @param text the method, for messages
     * @param election the name
     * @param client the name of a bean, or empty
     * @param options of its candidate
     * @param takesTerm whether it has a parameter
     * @param bean to call it on
     * @param executable the method
     */
    private record Method(
            String text,
            String election,
            String client,
            ElectionOptions options,
            boolean takesTerm,
            BeanDefinition<Object> bean,
            ExecutableMethod<Object, ?> executable) {}
}
