// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.micronaut.config.LockConfiguration;
import dev.interlock.micronaut.config.NamedLocks;
import dev.interlock.micronaut.config.NamedLocks.LockDefaults;
import io.micronaut.aop.InterceptPhase;
import io.micronaut.aop.InterceptedMethod;
import io.micronaut.aop.InterceptorBean;
import io.micronaut.aop.MethodInterceptor;
import io.micronaut.aop.MethodInvocationContext;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.exceptions.NoSuchBeanException;
import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.core.convert.ConversionService;
import io.micronaut.inject.ExecutableMethod;
import io.micronaut.inject.qualifiers.Qualifiers;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Runs each call of a {@link Locked} method under its lock. Thread-safe. */
@Singleton
@InterceptorBean(Locked.class)
final class LockedInterceptor implements MethodInterceptor<Object, Object> {

    /** Outside of transactions and their connections, inside of retries and thread changes. */
    static final int ORDER = InterceptPhase.ASYNC.getPosition() + 5;

    private final ApplicationContext beans;
    private final NamedLocks named;
    private final ConversionService conversion;
    private final SynchronousCalls synchronousCalls;
    private final CompletionStageCalls stageCalls;
    private final @Nullable PublisherCalls publisherCalls;
    private final CallsAtWork calls;
    private final ConcurrentMap<ExecutableMethod<?, ?>, LockedMethod> methods = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, LockClient> clients = new ConcurrentHashMap<>();

    LockedInterceptor(
            ApplicationContext beans,
            NamedLocks named,
            ConversionService conversion,
            SynchronousCalls synchronousCalls,
            CompletionStageCalls stageCalls,
            @Nullable PublisherCalls publisherCalls,
            CallsAtWork calls) {
        this.beans = beans;
        this.named = named;
        this.conversion = conversion;
        this.synchronousCalls = synchronousCalls;
        this.stageCalls = stageCalls;
        this.publisherCalls = publisherCalls;
        this.calls = calls;
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public @Nullable Object intercept(MethodInvocationContext<Object, Object> context) {
        InterceptedMethod intercepted = InterceptedMethod.of(context, conversion);
        try {
            LockedInvocation call = call(context);
            List<HeldLock> around = HeldLock.around(call);
            if (!around.isEmpty()) {
                return nested(new NestedCall(call, around), intercepted, context);
            }
            return switch (intercepted.resultType()) {
                case SYNCHRONOUS -> synchronousCalls.run(call, context);
                case COMPLETION_STAGE ->
                    intercepted.handleResult(
                            stageCalls.run(call, () -> intercepted.interceptResultAsCompletionStage(this)));
                case PUBLISHER -> intercepted.handleResult(publisher(call, intercepted, context));
            };
        } catch (RuntimeException e) {
            return intercepted.handleException(e);
        }
    }

    private static @Nullable Object nested(
            NestedCall call, InterceptedMethod intercepted, MethodInvocationContext<Object, Object> context) {
        if (intercepted.resultType() == InterceptedMethod.ResultType.SYNCHRONOUS) {
            return call.run(context::proceed);
        }
        throw call.refusal();
    }

    private Object publisher(
            LockedInvocation call, InterceptedMethod intercepted, MethodInvocationContext<Object, Object> context) {
        if (publisherCalls == null) {
            throw new IllegalStateException("@Locked on " + call.method().text()
                    + ": a Publisher needs Reactor; the method was not called: add"
                    + " io.micronaut.reactor:micronaut-reactor");
        }
        boolean single = Publishers.isSingle(context.getReturnType().getType());
        return publisherCalls.run(call, single, () -> intercepted.interceptResultAsPublisher(this));
    }

    private LockedInvocation call(MethodInvocationContext<Object, Object> context) {
        LockedMethod known = methods.get(context.getExecutableMethod());
        LockedMethod method = known != null
                ? known
                : methods.computeIfAbsent(
                        context.getExecutableMethod(),
                        executable ->
                                LockedMethod.of(context, beans.getEnvironment().getPlaceholderResolver()));
        List<String> names = LockNames.of(context, method);
        LockClient client = client(method);
        WantedLocks locks = WantedLocks.of(client, names);
        if (locks instanceof WantedLocks.One) {
            LockDefaults defaults = named.defaultsFor(names.get(0));
            return new LockedInvocation(
                    method,
                    client,
                    locks,
                    method.optionsFor(defaults.options()),
                    method.minHoldOr(defaults.minHold()),
                    calls);
        }
        // The client knows the settings of each name. The longest minimum hold applies to the whole set.
        Duration longest = names.stream()
                .map(name -> named.defaultsFor(name).minHold())
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
        return new LockedInvocation(
                method, client, locks, method.optionsFor(AcquireOptions.inherited()), method.minHoldOr(longest), calls);
    }

    private LockClient client(LockedMethod method) {
        LockClient known = clients.get(method.client());
        return known != null ? known : clients.computeIfAbsent(method.client(), name -> find(method));
    }

    private LockClient find(LockedMethod method) {
        try {
            return method.client().isEmpty()
                    ? beans.getBean(LockClient.class)
                    : beans.getBean(LockClient.class, Qualifiers.byName(method.client()));
        } catch (NoSuchBeanException e) {
            String which =
                    method.client().isEmpty() ? "no LockClient" : "no LockClient named '" + method.client() + "'";
            throw new IllegalStateException(
                    "there is " + which + " for @Locked on " + method.text() + "; the method was not called: is "
                            + LockConfiguration.ENABLED
                            + " false? If there are several clients, name one by client = ...",
                    e);
        }
    }
}
