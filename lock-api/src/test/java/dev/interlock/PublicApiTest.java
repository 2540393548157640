// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What others program against, as text: a change of it is seen in a review, or is an accident. */
class PublicApiTest {

    private static final Path EXPECTED = Path.of("src/test/resources/public-api.txt");
    private static final Path ACTUAL = Path.of("target/public-api.txt");
    private static final List<String> PACKAGES = List.of(
            "dev/interlock",
            "dev/interlock/spi",
            "dev/interlock/spi/toolbox",
            "dev/interlock/memory",
            "dev/interlock/guard");

    @Test
    void the_public_api_is_the_one_written_down() throws Exception {
        List<String> actual = describe();
        Files.createDirectories(ACTUAL.getParent());
        Files.write(ACTUAL, actual);
        List<String> expected = Files.readAllLines(EXPECTED);
        assertThat(difference(expected, actual))
                .as(
                        "the public API changed (- gone, + new); if that is meant, say so in CHANGELOG.md and run"
                                + " 'cp lock-api/%s lock-api/%s'",
                        ACTUAL, EXPECTED)
                .isEmpty();
        assertThat(actual).isEqualTo(expected);
    }

    private static List<String> difference(List<String> expected, List<String> actual) {
        List<String> gone = new ArrayList<>(expected);
        actual.forEach(gone::remove);
        List<String> added = new ArrayList<>(actual);
        expected.forEach(added::remove);
        return Stream.concat(
                        gone.stream().map(line -> "- " + line), added.stream().map(line -> "+ " + line))
                .toList();
    }

    private static List<String> describe() throws IOException, URISyntaxException, ClassNotFoundException {
        Path classes = Path.of(LockClient.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> lines = new ArrayList<>();
        for (String name : PACKAGES) {
            for (Class<?> type : typesIn(classes, name)) {
                describe(type, lines);
            }
        }
        return lines;
    }

    private static List<Class<?>> typesIn(Path classes, String name) throws IOException, ClassNotFoundException {
        List<Class<?>> types = new ArrayList<>();
        try (Stream<Path> files = Files.list(classes.resolve(name))) {
            for (Path file : files.sorted().toList()) {
                String simple = file.getFileName().toString();
                if (simple.endsWith(".class") && !simple.equals("package-info.class")) {
                    Class<?> type = Class.forName(
                            name.replace('/', '.') + "." + simple.substring(0, simple.length() - 6),
                            false,
                            LockClient.class.getClassLoader());
                    boolean local = type.isAnonymousClass() || type.isLocalClass();
                    if (!local && isVisible(type) && !simple.contains("Test")) {
                        types.add(type);
                    }
                }
            }
        }
        return types;
    }

    private static boolean isVisible(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return isVisible(type.getModifiers()) && (outer == null || isVisible(outer));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static void describe(Class<?> type, List<String> lines) {
        // Newer Java versions say "sealed" here; what is behind "permits" says it on all of them.
        lines.add(type.toGenericString().replaceFirst("\\b(non-)?sealed ", "") + parents(type));
        Set<String> members = new TreeSet<>();
        for (Field field : type.getDeclaredFields()) {
            add(field, field.toGenericString(), members);
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            add(constructor, signature(constructor, constructor.toGenericString()), members);
        }
        for (Method method : type.getDeclaredMethods()) {
            add(method, signature(method, method.toGenericString()), members);
        }
        members.forEach(member -> lines.add("    " + member));
    }

    private static void add(Member member, String text, Set<String> members) {
        if (isVisible(member.getModifiers()) && !member.isSynthetic()) {
            members.add(text);
        }
    }

    private static String signature(Executable executable, String text) {
        return executable.isVarArgs() ? text + " varargs" : text;
    }

    private static String parents(Class<?> type) {
        String superclass = type.getGenericSuperclass() == null
                ? ""
                : " extends " + type.getGenericSuperclass().getTypeName();
        String interfaces = Arrays.stream(type.getGenericInterfaces())
                .map(java.lang.reflect.Type::getTypeName)
                .collect(Collectors.joining(", "));
        String permitted = !type.isSealed()
                ? ""
                : Arrays.stream(type.getPermittedSubclasses())
                        .map(Class::getName)
                        .sorted() // Where nothing is said, each compiler has an order of its own.
                        .collect(Collectors.joining(", ", " permits ", ""));
        return superclass + (interfaces.isEmpty() ? "" : " implements " + interfaces) + permitted;
    }
}
