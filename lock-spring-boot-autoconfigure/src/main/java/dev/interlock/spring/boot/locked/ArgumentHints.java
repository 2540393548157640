// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.MethodIntrospector;

/**
 * Registers the properties of arguments for native images, so that the expressions in the names of locks can read them:
 * {@code #{order.id}}. Spring makes it when an application is processed ahead of time. Has no state.
 */
final class ArgumentHints implements BeanRegistrationAotProcessor {

    private static final String EXPRESSION = "#{";

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Set<Class<?>> types = new LinkedHashSet<>();
        MethodIntrospector.selectMethods(
                        bean.getBeanClass(),
                        (Method method) -> AnnotatedMethods.annotation(method, bean.getBeanClass())
                                .filter(locked ->
                                        Arrays.stream(locked.value()).anyMatch(name -> name.contains(EXPRESSION)))
                                .orElse(null))
                .keySet()
                .forEach(method -> types.addAll(Arrays.asList(method.getParameterTypes())));
        return types.isEmpty()
                ? null
                : (generation, code) -> new BindingReflectionHintsRegistrar()
                        .registerReflectionHints(
                                generation.getRuntimeHints().reflection(), types.toArray(Class<?>[]::new));
    }
}
