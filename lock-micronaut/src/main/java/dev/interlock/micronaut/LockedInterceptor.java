// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.annotation.call.LockedCall;
import dev.interlock.annotation.call.LockedCalls;
import dev.interlock.annotation.call.LockedMethod;
import dev.interlock.annotation.call.NameDefaults;
import dev.interlock.micronaut.config.LockConfiguration;
import dev.interlock.micronaut.config.NamedLocks;
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
import java.util.List;
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
    private final ConversionService conversion;
    private final LockedCalls calls;
    private final @Nullable StreamCalls streams;
    private final NameDefaults defaults;
    private final ConcurrentMap<ExecutableMethod<?, ?>, AnnotatedMethod> methods = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, LockClient> clients = new ConcurrentHashMap<>();

    LockedInterceptor(
            ApplicationContext beans,
            NamedLocks named,
            ConversionService conversion,
            LockedCalls calls,
            @Nullable StreamCalls streams) {
        this.beans = beans;
        this.conversion = conversion;
        this.calls = calls;
        this.streams = streams;
        this.defaults = new Configured(named);
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public @Nullable Object intercept(MethodInvocationContext<Object, Object> context) {
        InterceptedMethod intercepted = InterceptedMethod.of(context, conversion);
        try {
            LockedCall call = call(context);
            return switch (intercepted.resultType()) {
                case SYNCHRONOUS -> calls.run(call, context::proceed);
                case COMPLETION_STAGE ->
                    intercepted.handleResult(
                            calls.runStage(call, () -> intercepted.interceptResultAsCompletionStage(this)));
                case PUBLISHER -> intercepted.handleResult(publisher(call, intercepted, context));
            };
        } catch (RuntimeException e) {
            return intercepted.handleException(e);
        }
    }

    private Object publisher(
            LockedCall call, InterceptedMethod intercepted, MethodInvocationContext<Object, Object> context) {
        if (streams == null) {
            throw new IllegalStateException("@Locked on "
                    + method(context).text() + ": a Publisher needs Reactor; the method was not called: add"
                    + " io.micronaut.reactor:micronaut-reactor");
        }
        boolean single = Publishers.isSingle(context.getReturnType().getType());
        return streams.run(call, single, () -> intercepted.interceptResultAsPublisher(this));
    }

    private LockedCall call(MethodInvocationContext<Object, Object> context) {
        AnnotatedMethod method = method(context);
        List<String> names = MicronautNames.of(context, method);
        return LockedCall.of(method.settings(), client(method.settings()), names, defaults);
    }

    private AnnotatedMethod method(MethodInvocationContext<Object, Object> context) {
        AnnotatedMethod known = methods.get(context.getExecutableMethod());
        return known != null
                ? known
                : methods.computeIfAbsent(
                        context.getExecutableMethod(),
                        executable -> AnnotatedMethod.of(
                                context, beans.getEnvironment().getPlaceholderResolver()));
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

    /**
     * The blocks {@code locks.named.<name>}.
     *
     * @param named all blocks
     */
    private record Configured(NamedLocks named) implements NameDefaults {

        @Override
        public AcquireOptions options(String lockName) {
            return named.defaultsFor(lockName).options();
        }

        @Override
        public @Nullable Duration minHold(String lockName) {
            return named.defaultsFor(lockName).minHold();
        }
    }
}
