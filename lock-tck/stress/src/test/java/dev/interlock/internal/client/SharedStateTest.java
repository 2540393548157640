// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openjdk.jcstress.infra.runners.TestList.tests;

import dev.interlock.LockClient;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each class of lock-api with state that changes is touched by two threads in a stress test, or {@link UntestedState} says
 * why not.
 */
class SharedStateTest {

    @Test
    void each_class_with_state_has_a_stress_test_or_a_reason_why_not() throws Exception {
        Set<String> missing = withState();
        missing.removeAll(stressed());
        missing.removeAll(UntestedState.REASONS.keySet());
        assertThat(missing)
                .as("classes with state that may change, without @OnState on a stress test or a line in UntestedState")
                .isEmpty();
    }

    @Test
    void no_reason_is_given_for_a_class_without_state_or_with_a_test() throws Exception {
        assertThat(withState()).containsAll(UntestedState.REASONS.keySet());
        assertThat(stressed()).doesNotContainAnyElementsOf(UntestedState.REASONS.keySet());
    }

    @Test
    void each_stress_test_says_what_it_touches() throws Exception {
        for (Class<?> test : stressTests()) {
            assertThat(test).hasAnnotation(OnState.class);
        }
    }

    private static Set<String> stressed() throws Exception {
        Set<String> names = new TreeSet<>();
        for (Class<?> test : stressTests()) {
            for (Class<?> touched : test.getAnnotation(OnState.class).value()) {
                names.add(touched.getName());
            }
        }
        return names;
    }

    private static Set<Class<?>> stressTests() throws ClassNotFoundException {
        Set<Class<?>> outer = new HashSet<>();
        for (String test : tests()) {
            outer.add(Class.forName(test.substring(0, test.lastIndexOf('.'))));
        }
        return outer;
    }

    /** The names of the outermost classes of those with such state. */
    private static Set<String> withState() throws Exception {
        Path root = Path.of(LockClient.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        if (Files.isDirectory(root)) {
            return withState(root);
        }
        try (FileSystem jar = FileSystems.newFileSystem(root)) {
            return withState(jar.getPath("/"));
        }
    }

    private static Set<String> withState(Path root) throws Exception {
        Set<String> names = new TreeSet<>();
        for (String name : classesIn(root)) {
            if (hasState(Class.forName(name, false, LockClient.class.getClassLoader()))) {
                names.add(name.replaceFirst("\\$.*", ""));
            }
        }
        assertThat(names).as("classes with state in %s", root).isNotEmpty();
        return names;
    }

    private static List<String> classesIn(Path root) throws Exception {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(file ->
                            file.endsWith(".class") && !file.endsWith("-info.class") && !file.startsWith("META-INF"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .toList();
        }
    }

    private static boolean hasState(Class<?> type) {
        return Stream.of(type.getDeclaredFields()).anyMatch(field -> !field.isSynthetic() && changes(type, field));
    }

    private static boolean changes(Class<?> type, Field field) {
        // The components of a record are set once; what they refer to has a class of its own.
        return !Modifier.isFinal(field.getModifiers()) || isConcurrent(field.getType()) || mayChange(type, field);
    }

    private static boolean isConcurrent(Class<?> type) {
        return type.getName().startsWith("java.util.concurrent.")
                && !Executor.class.isAssignableFrom(type)
                && !TimeUnit.class.isAssignableFrom(type)
                && !CompletableFuture.class.isAssignableFrom(type);
    }

    /** A map, set or queue that this class has for itself. Lists are left out: nearly all of them are immutable. */
    private static boolean mayChange(Class<?> type, Field field) {
        Class<?> declared = field.getType();
        boolean holds = Map.class.isAssignableFrom(declared)
                || (Collection.class.isAssignableFrom(declared) && !List.class.equals(declared));
        return holds && !type.isRecord();
    }
}
