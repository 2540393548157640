// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.leader;

import dev.interlock.Leadership;
import dev.interlock.annotation.leader.LeaderMethod;
import dev.interlock.annotation.setting.WrittenDuration;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ReflectionUtils;

/** Finds the {@link Leader} methods of the beans. Makes no bean before its method is to lead. Thread-safe. */
final class LeaderMethodReader {

    private final ConfigurableListableBeanFactory beans;

    LeaderMethodReader(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /**
     * All methods, in the order of the beans.
     *
     * @throws IllegalArgumentException if one cannot lead. The message names the method and what was found.
     */
    Stream<LeaderMethod> methods() {
        return Stream.of(beans.getBeanNamesForType(Object.class))
                .filter(name -> !ScopedProxyUtils.isScopedTarget(name))
                .flatMap(this::methods);
    }

    private Stream<LeaderMethod> methods(String bean) {
        Class<?> type = AutoProxyUtils.determineTargetClass(beans, bean);
        if (type == null || !AnnotationUtils.isCandidateClass(type, Leader.class)) {
            return Stream.empty();
        }
        return MethodIntrospector.selectMethods(
                        type, (Method method) -> AnnotatedElementUtils.findMergedAnnotation(method, Leader.class))
                .entrySet()
                .stream()
                .map(found -> read(bean, found.getKey(), found.getValue()));
    }

    private LeaderMethod read(String bean, Method method, Leader annotation) {
        String text = "@Leader on " + method.getDeclaringClass().getSimpleName() + "." + method.getName();
        if ((method.getModifiers() & (Modifier.PRIVATE | Modifier.STATIC | Modifier.FINAL)) != 0) {
            throw new IllegalArgumentException(text + ": it is " + Modifier.toString(method.getModifiers())
                    + ", and Spring might call it beside the bean: make it neither private, static nor final");
        }
        boolean takesTerm = LeaderMethod.takesTerm(text, List.of(method.getParameterTypes()));
        return new LeaderMethod(
                text,
                resolved(annotation.value()),
                resolved(annotation.client()),
                LeaderMethod.options(text, member -> duration(annotation, member)),
                leadership -> call(bean, method, takesTerm ? new Leadership[] {leadership} : new Leadership[0]));
    }

    private @Nullable Duration duration(Leader annotation, String member) {
        String written = switch (member) {
            case "lease" -> annotation.lease();
            case "margin" -> annotation.margin();
            case "delay" -> annotation.delay();
            case "maxTerm" -> annotation.maxTerm();
            default -> throw new IllegalStateException(member);
        };
        String value = resolved(written);
        try {
            return value.isEmpty() ? null : WrittenDuration.of(value, DurationStyle::detectAndParse);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(member + " " + e.getMessage(), e);
        }
    }

    private String resolved(String text) {
        return Objects.requireNonNullElse(beans.resolveEmbeddedValue(text), "").trim();
    }

    private void call(String name, Method method, Leadership[] arguments) throws Exception {
        Object bean = beans.getBean(name);
        Method invocable = AopUtils.selectInvocableMethod(method, bean.getClass());
        ReflectionUtils.makeAccessible(invocable);
        try {
            invocable.invoke(bean, (Object[]) arguments);
        } catch (InvocationTargetException e) {
            ReflectionUtils.rethrowException(e.getTargetException());
        }
    }
}
