// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.locked;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads properties of arguments by their accessors. The build registers these for native images. Thread-safe. */
public final class ArgumentProperties {

    private final ConcurrentMap<Accessor, Method> known = new ConcurrentHashMap<>();

    /** Knows no class yet. */
    ArgumentProperties() {}

    /**
     * The accessors that a property may have.
     *
     * @param property its name
     * @return the names of methods without parameters
     */
    public static List<String> accessors(String property) {
        String capital = property.substring(0, 1).toUpperCase(Locale.ROOT) + property.substring(1);
        return List.of(property, "get" + capital, "is" + capital);
    }

    @Nullable
    Object read(Object argument, String property) throws ReflectiveOperationException {
        Accessor wanted = new Accessor(argument.getClass(), property);
        Method method = known.get(wanted);
        if (method == null) {
            method = find(wanted);
            known.put(wanted, method);
        }
        try {
            return method.invoke(argument);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }

    private static Method find(Accessor wanted) throws NoSuchMethodException {
        List<String> names = accessors(wanted.property());
        Method method = Stream.of(wanted.type().getMethods())
                .filter(each -> each.getParameterCount() == 0
                        && each.getReturnType() != void.class
                        && names.contains(each.getName()))
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(
                        wanted.type().getSimpleName() + " has no public " + String.join("(), ", names) + "()"));
        // Of a class that is not public.
        method.setAccessible(true);
        return method;
    }

    private record Accessor(Class<?> type, String property) {}
}
