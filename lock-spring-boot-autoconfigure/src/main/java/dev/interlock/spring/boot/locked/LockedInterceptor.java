// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import dev.interlock.LockClient;
import dev.interlock.annotation.call.LockedCall;
import dev.interlock.annotation.call.LockedCalls;
import dev.interlock.annotation.call.LockedMethod;
import dev.interlock.annotation.call.NameDefaults;
import dev.interlock.spring.boot.client.LockClients;
import dev.interlock.spring.boot.locked.CallObserver.ObservedCall;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.config.NamedBeanHolder;
import org.springframework.util.ClassUtils;

/** Runs each call of a {@link Locked} method under its lock. Thread-safe. */
final class LockedInterceptor implements MethodInterceptor {

    private final AutowireCapableBeanFactory beans;
    private final AnnotatedMethods methods;
    private final ObjectProvider<LockedCalls> calls;
    private final ObjectProvider<StreamCalls> streams;
    private final ObjectProvider<LockClients> configured;
    private final ObjectProvider<CallObserver> observers;
    private final ConcurrentMap<String, ChosenClient> clients = new ConcurrentHashMap<>();

    /** Takes other beans at the first call, since this one is created before all of them. */
    LockedInterceptor(AutowireCapableBeanFactory beans, AnnotatedMethods methods) {
        this.beans = beans;
        this.methods = methods;
        this.calls = beans.getBeanProvider(LockedCalls.class);
        this.streams = beans.getBeanProvider(StreamCalls.class);
        this.configured = beans.getBeanProvider(LockClients.class);
        this.observers = beans.getBeanProvider(CallObserver.class);
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object bean = invocation.getThis();
        Class<?> beanClass = bean == null ? invocation.getMethod().getDeclaringClass() : ClassUtils.getUserClass(bean);
        AnnotatedMethod method = methods.of(invocation.getMethod(), beanClass);
        if (method.kind() == ResultKind.STAGE) {
            return stage(method, invocation);
        }
        if (method.kind() == ResultKind.SYNCHRONOUS) {
            return synchronous(method, invocation);
        }
        List<String> names = method.namesFor(invocation.getArguments(), beans);
        LockedCall call = call(method, client(method.settings()), names);
        StreamCalls available = streams.getIfAvailable();
        if (available == null) {
            throw new IllegalStateException("@Locked on " + method.settings().text()
                    + ": a stream needs Reactor; the method was not called: add io.projectreactor:reactor-core");
        }
        return available.run(call, method.settings().returned(), invocation::proceed);
    }

    private @Nullable Object synchronous(AnnotatedMethod method, MethodInvocation invocation) throws Throwable {
        List<String> names = method.namesFor(invocation.getArguments(), beans);
        ChosenClient client = client(method.settings());
        LockedCall call = call(method, client, names);
        ObservedCall observed = observed(method, client, names);
        try {
            Object result = calls.getObject().run(call, () -> observed.granted(invocation::proceed));
            observed.ended(null);
            return result;
        } catch (Throwable e) {
            observed.ended(e);
            throw e;
        }
    }

    private CompletionStage<?> stage(AnnotatedMethod method, MethodInvocation invocation) {
        try {
            List<String> names = method.namesFor(invocation.getArguments(), beans);
            ChosenClient client = client(method.settings());
            LockedCall call = call(method, client, names);
            return stage(call, invocation, observed(method, client, names));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletionStage<?> stage(LockedCall call, MethodInvocation invocation, ObservedCall observed) {
        try {
            CompletableFuture<@Nullable Object> stage =
                    calls.getObject().runStage(call, () -> observed.granted(() -> proceed(invocation)));
            // The stage itself, because what depends on it cannot cancel it.
            stage.whenComplete((result, failure) -> observed.ended(failure));
            return stage;
        } catch (RuntimeException e) {
            observed.ended(e);
            throw e;
        }
    }

    private static CompletionStage<?> proceed(MethodInvocation invocation) throws Throwable {
        Object stage = invocation.proceed();
        return stage == null ? CompletableFuture.completedFuture(null) : (CompletionStage<?>) stage;
    }

    private static LockedCall call(AnnotatedMethod method, ChosenClient client, List<String> names) {
        return LockedCall.of(method.settings(), client.client(), names, client.defaults());
    }

    private ObservedCall observed(AnnotatedMethod method, ChosenClient client, List<String> names) {
        CallObserver observer = observers.getIfAvailable();
        return observer == null
                ? ObservedCall.UNSEEN
                : observer.begin(method.settings().text(), client.bean(), names);
    }

    private ChosenClient client(LockedMethod method) {
        ChosenClient known = clients.get(method.client());
        return known != null ? known : clients.computeIfAbsent(method.client(), name -> find(method));
    }

    private ChosenClient find(LockedMethod method) {
        try {
            NamedBeanHolder<LockClient> found = method.client().isEmpty()
                    ? beans.resolveNamedBean(LockClient.class)
                    : new NamedBeanHolder<>(method.client(), beans.getBean(method.client(), LockClient.class));
            LockClient client = found.getBeanInstance();
            LockClients ours = configured.getIfAvailable();
            return new ChosenClient(
                    found.getBeanName(), client, ours == null ? NameDefaults.none() : ours.minHolds(client));
        } catch (NoSuchBeanDefinitionException e) {
            String which = method.client().isEmpty()
                    ? "no LockClient, or several of which none is primary,"
                    : "no LockClient named '" + method.client() + "'";
            throw new IllegalStateException(
                    "there is " + which + " for @Locked on " + method.text() + "; the method was not called: is"
                            + " interlock.enabled false? If there are several clients, name one by client = ...",
                    e);
        }
    }
}
