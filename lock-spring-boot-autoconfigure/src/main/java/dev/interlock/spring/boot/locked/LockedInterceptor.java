// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import dev.interlock.LockClient;
import dev.interlock.annotation.call.LockedCall;
import dev.interlock.annotation.call.LockedCalls;
import dev.interlock.annotation.call.LockedMethod;
import dev.interlock.annotation.call.NameDefaults;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ClassUtils;

/** Runs each call of a {@link Locked} method under its lock. Thread-safe. */
final class LockedInterceptor implements MethodInterceptor {

    private final BeanFactory beans;
    private final AnnotatedMethods methods;
    private final ObjectProvider<LockedCalls> calls;
    private final ObjectProvider<StreamCalls> streams;
    private final ConcurrentMap<String, LockClient> clients = new ConcurrentHashMap<>();

    /** Takes other beans at the first call, since this one is created before all of them. */
    LockedInterceptor(BeanFactory beans, AnnotatedMethods methods) {
        this.beans = beans;
        this.methods = methods;
        this.calls = beans.getBeanProvider(LockedCalls.class);
        this.streams = beans.getBeanProvider(StreamCalls.class);
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object bean = invocation.getThis();
        Class<?> beanClass = bean == null ? invocation.getMethod().getDeclaringClass() : ClassUtils.getUserClass(bean);
        AnnotatedMethod method = methods.of(invocation.getMethod(), beanClass);
        if (method.kind() == ResultKind.STAGE) {
            return stage(method, invocation);
        }
        LockedCall call = call(method, invocation.getArguments());
        if (method.kind() == ResultKind.SYNCHRONOUS) {
            return calls.getObject().run(call, invocation::proceed);
        }
        StreamCalls available = streams.getIfAvailable();
        if (available == null) {
            throw new IllegalStateException("@Locked on " + method.settings().text()
                    + ": a stream needs Reactor; the method was not called: add io.projectreactor:reactor-core");
        }
        return available.run(call, method.settings().returned(), invocation::proceed);
    }

    private CompletionStage<?> stage(AnnotatedMethod method, MethodInvocation invocation) {
        try {
            LockedCall call = call(method, invocation.getArguments());
            return calls.getObject().runStage(call, () -> proceed(invocation));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static CompletionStage<?> proceed(MethodInvocation invocation) throws Throwable {
        Object stage = invocation.proceed();
        return stage == null ? CompletableFuture.completedFuture(null) : (CompletionStage<?>) stage;
    }

    private LockedCall call(AnnotatedMethod method, @Nullable Object[] arguments) {
        List<String> names = method.namesFor(arguments, beans);
        return LockedCall.of(method.settings(), client(method.settings()), names, NameDefaults.none());
    }

    private LockClient client(LockedMethod method) {
        LockClient known = clients.get(method.client());
        return known != null ? known : clients.computeIfAbsent(method.client(), name -> find(method));
    }

    private LockClient find(LockedMethod method) {
        try {
            return method.client().isEmpty()
                    ? beans.getBean(LockClient.class)
                    : beans.getBean(method.client(), LockClient.class);
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
