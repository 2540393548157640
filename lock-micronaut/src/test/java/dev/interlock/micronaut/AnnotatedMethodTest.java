// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.aop.MethodInvocationContext;
import io.micronaut.context.env.PropertyPlaceholderResolver;
import io.micronaut.core.annotation.AnnotationValue;
import io.micronaut.core.type.ReturnType;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** In a native image Micronaut may not find the method: its annotation is still known, as the build of the image saw it. */
final class AnnotatedMethodTest {

    private static final PropertyPlaceholderResolver NO_PLACEHOLDERS =
            (PropertyPlaceholderResolver) Proxy.newProxyInstance(
                    AnnotatedMethodTest.class.getClassLoader(),
                    new Class<?>[] {PropertyPlaceholderResolver.class},
                    (proxy, method, arguments) -> {
                        throw new UnsupportedOperationException(method.getName());
                    });

    /** A call of a method that cannot be found by its name. */
    @SuppressWarnings("unchecked")
    private static MethodInvocationContext<Object, Object> call(String evaluated, @Nullable String id) {
        Map<String, @Nullable String> arguments = Collections.singletonMap("id", id);
        return (MethodInvocationContext<Object, Object>) Proxy.newProxyInstance(
                AnnotatedMethodTest.class.getClassLoader(),
                new Class<?>[] {MethodInvocationContext.class},
                (proxy, method, given) -> switch (method.getName()) {
                    case "getDeclaredAnnotation" ->
                        AnnotationValue.builder(Locked.class).values(evaluated).build();
                    case "getDeclaringType" -> Orders.class;
                    case "getMethodName" -> "pay";
                    case "getReturnType" -> ReturnType.of(void.class);
                    case "getParameterValueMap" -> arguments;
                    case "getTargetMethod" -> throw new NoSuchMethodError("pay");
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @Test
    void names_are_evaluated_without_their_texts() {
        MethodInvocationContext<Object, Object> call = call("order-7", "7");
        AnnotatedMethod method = AnnotatedMethod.of(call, NO_PLACEHOLDERS);
        assertThat(method.names()).isEmpty();
        assertThat(method.constant()).isFalse();
        assertThat(MicronautNames.of(call, method)).containsExactly("order-7");
    }

    @Test
    void null_is_not_taken_for_a_name() {
        MethodInvocationContext<Object, Object> call = call("order-null", null);
        AnnotatedMethod method = AnnotatedMethod.of(call, NO_PLACEHOLDERS);
        assertThatThrownBy(() -> MicronautNames.of(call, method))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("order-null", "may hold an argument that is null");
        MethodInvocationContext<Object, Object> word = call("annulled", null);
        assertThat(MicronautNames.of(word, method)).containsExactly("annulled");
    }
}
