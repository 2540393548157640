// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Finds and checks the annotated methods of beans. Thread-safe. */
final class AnnotatedMethods {

    private static final String CONTINUATION = "kotlin.coroutines.Continuation";

    private final AnnotationReader reader;
    private final ConcurrentMap<Key, AnnotatedMethod> methods = new ConcurrentHashMap<>();

    AnnotatedMethods(AnnotationReader reader) {
        this.reader = reader;
    }

    /**
     * Reads the annotations of a bean that Spring extends by a class of its own.
     *
     * @throws IllegalArgumentException if one cannot be kept. The message names the method, what was found and the
     *     remedy.
     */
    void check(Class<?> beanClass) {
        ReflectionUtils.doWithMethods(
                beanClass, method -> checkSeen(method, beanClass), AnnotatedMethods::isAnnotatedItself);
        MethodIntrospector.selectMethods(
                        beanClass,
                        (Method method) -> annotation(method, beanClass).orElse(null))
                .keySet()
                .stream()
                .filter(method -> isInterceptable(method) && method.getDeclaringClass() != Object.class)
                .forEach(method -> {
                    checkClass(method, beanClass);
                    of(method, beanClass);
                });
    }

    /**
     * Reads the annotations of a bean that is a proxy of interfaces already, as Spring Data makes it for repositories.
     *
     * @param interfaces those of the proxy
     * @param target the class behind it, whose methods the annotation is looked for at
     * @throws IllegalArgumentException if one cannot be kept, or if a method of an interface has the annotation and the
     *     class behind the proxy does not implement it
     */
    void checkProxied(Class<?>[] interfaces, Class<?> target) {
        for (Class<?> each : interfaces) {
            ReflectionUtils.doWithMethods(
                    each,
                    method -> {
                        if (!each.isAssignableFrom(target)) {
                            throw refused(
                                    method,
                                    "the bean is a proxy of another framework on " + target.getSimpleName()
                                            + ", which does not have this method, so it would run without the lock:"
                                            + " annotate the method of a bean that calls it");
                        }
                        of(method, target);
                    },
                    AnnotatedMethods::isAnnotatedItself);
        }
    }

    /** Returns what the annotation of a method says, which the pointcut has found. */
    AnnotatedMethod of(Method method, Class<?> beanClass) {
        Key key = new Key(method, beanClass);
        AnnotatedMethod known = methods.get(key);
        return known != null
                ? known
                : methods.computeIfAbsent(key, missing -> {
                    // The methods of a proxy class have no names of parameters.
                    Method specific = Proxy.isProxyClass(beanClass)
                            ? method
                            : ClassUtils.getMostSpecificMethod(method, beanClass);
                    return reader.read(annotation(specific, beanClass).orElseThrow(), specific);
                });
    }

    /** The annotation of the method, or else that of its class. Members of the two are never mixed. */
    static Optional<Locked> annotation(Method method, Class<?> beanClass) {
        Locked own = AnnotatedElementUtils.findMergedAnnotation(method, Locked.class);
        return Optional.ofNullable(
                own != null ? own : AnnotatedElementUtils.findMergedAnnotation(beanClass, Locked.class));
    }

    private static boolean isAnnotatedItself(Method method) {
        return AnnotatedElementUtils.hasAnnotation(method, Locked.class) && !method.isBridge();
    }

    private static boolean isInterceptable(Method method) {
        return (method.getModifiers() & (Modifier.PRIVATE | Modifier.STATIC | Modifier.FINAL)) == 0;
    }

    private static void checkSeen(Method method, Class<?> beanClass) {
        if (!isInterceptable(method)) {
            throw refused(
                    method,
                    "it is " + Modifier.toString(method.getModifiers())
                            + ", so Spring cannot intercept it and it would run without the lock: make it neither"
                            + " private, static nor final");
        }
        checkClass(method, beanClass);
    }

    private static void checkClass(Method method, Class<?> beanClass) {
        if (Modifier.isFinal(beanClass.getModifiers())) {
            throw refused(
                    method,
                    beanClass.getSimpleName()
                            + " is final, so Spring cannot intercept its methods and they would run without the lock:"
                            + " remove final");
        }
        if (Arrays.stream(method.getParameterTypes())
                .anyMatch(type -> type.getName().equals(CONTINUATION))) {
            throw refused(
                    method,
                    "it is a suspending function, which can go on after it has returned: use lock.suspending() of"
                            + " lock-kotlin inside it");
        }
    }

    private static IllegalArgumentException refused(Method method, String reason) {
        return new IllegalArgumentException(
                "@Locked on " + method.getDeclaringClass().getSimpleName() + "." + method.getName() + ": " + reason);
    }

    /**
     * A method of a bean's class.
     *
     * @param method the method, perhaps inherited
     * @param beanClass the class
     */
    private record Key(Method method, Class<?> beanClass) {}
}
