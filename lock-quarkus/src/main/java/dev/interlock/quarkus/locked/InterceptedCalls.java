// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.locked;

import dev.interlock.LockClient;
import dev.interlock.annotation.call.LockedCall;
import dev.interlock.annotation.call.LockedCalls;
import dev.interlock.annotation.call.NameDefaults;
import dev.interlock.quarkus.Locked;
import dev.interlock.quarkus.client.ApplicationThreads;
import dev.interlock.quarkus.client.LockClients;
import io.quarkus.runtime.BlockingOperationControl;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.context.ThreadContext;
import org.jspecify.annotations.Nullable;

/** Runs each call of a {@link Locked} method under its lock. Thread-safe. */
@Singleton
public final class InterceptedCalls {

    private final LockClients clients;
    private final Instance<LockClient> main;
    private final Placeholders placeholders;
    private final ExecutorService blocking;
    private final LockedCalls calls;
    private final UniCalls unis;
    private final ArgumentProperties properties = new ArgumentProperties();
    private final ConcurrentMap<Intercepted, AnnotatedMethod> methods = new ConcurrentHashMap<>();

    /** Made at the first stream, because it needs Reactor. */
    private volatile @Nullable StreamCalls streams;

    /**
     * Of the container. The threads are our own, at most one for each granted call: on those of the application, a
     * release could queue up behind calls that wait for its lock.
     */
    InterceptedCalls(LockClients clients, Instance<LockClient> main, Config config, ThreadContext propagation) {
        this.clients = clients;
        this.main = main;
        this.placeholders = new Placeholders(config);
        this.blocking = Executors.newCachedThreadPool(new ApplicationThreads("interlock-quarkus-locked"));
        this.calls = new LockedCalls(blocking, new QuarkusContext(propagation), clients.atWork());
        this.unis = new UniCalls(calls);
    }

    /**
     * The method of a call, with the annotation that applies to it: that of a class differs in its subclasses.
     *
     * @param method the method
     * @param annotation its own, or that of the bean's class
     */
    private record Intercepted(Method method, Locked annotation) {}

    @Nullable
    Object call(InvocationContext invocation) throws Exception {
        AnnotatedMethod method = method(invocation);
        return switch (method.kind()) {
            case SYNCHRONOUS -> {
                requireBlockingAllowed(method);
                yield calls.run(prepared(method, invocation), invocation::proceed);
            }
            case STAGE -> stage(method, invocation);
            case UNI -> unis.run(() -> prepared(method, invocation), invocation::proceed);
            case STREAM ->
                streams().run(prepared(method, invocation), method.settings().returned(), invocation::proceed);
        };
    }

    private AnnotatedMethod method(InvocationContext invocation) {
        Locked annotation = invocation.getInterceptorBinding(Locked.class);
        Intercepted key = new Intercepted(invocation.getMethod(), annotation);
        AnnotatedMethod known = methods.get(key);
        return known != null
                ? known
                : methods.computeIfAbsent(
                        key, missing -> AnnotatedMethod.of(annotation, missing.method(), placeholders::resolve));
    }

    private static void requireBlockingAllowed(AnnotatedMethod method) {
        if (!BlockingOperationControl.isBlockingAllowed()) {
            throw new IllegalStateException("@Locked on " + method.settings().text()
                    + ": this is an I/O thread, which must not wait for a lock; the method was not called: add"
                    + " @Blocking to the method that handles the request, or return a Uni");
        }
    }

    private CompletionStage<?> stage(AnnotatedMethod method, InvocationContext invocation) {
        try {
            return calls.runStage(prepared(method, invocation), () -> proceed(invocation));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static CompletionStage<?> proceed(InvocationContext invocation) throws Exception {
        Object stage = invocation.proceed();
        return stage == null ? CompletableFuture.completedFuture(null) : (CompletionStage<?>) stage;
    }

    private StreamCalls streams() {
        StreamCalls made = streams;
        if (made == null) {
            made = new StreamCalls(calls);
            streams = made;
        }
        return made;
    }

    private LockedCall prepared(AnnotatedMethod method, InvocationContext invocation) {
        String client = method.settings().client();
        return LockedCall.of(
                method.settings(),
                client.isEmpty() ? main.get() : clients.further(client),
                method.namesFor(invocation.getParameters(), properties),
                NameDefaults.none());
    }

    @PreDestroy
    void close() {
        // Calls at work, which the clients wait for, still need it.
        clients.atWork().ended().thenRun(blocking::shutdown);
    }
}
