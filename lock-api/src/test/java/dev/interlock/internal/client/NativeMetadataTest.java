// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A native image has the methods that the code finds by name: those that its metadata lists. */
class NativeMetadataTest {

    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path METADATA =
            Path.of("src/main/resources/META-INF/native-image/dev.interlock/lock-api/reflect-config.json");

    /** Any look-up of a class or member by name. */
    private static final Pattern LOOKUP =
            Pattern.compile("\\.(find(Virtual|Static|Special|Constructor|Getter|Setter|VarHandle|StaticVarHandle|Class)"
                    + "|get(Declared)?(Method|Field|Constructor)s?|forName|loadClass)\\(");

    /** A look-up whose class and name are literals. */
    private static final Pattern LITERAL =
            Pattern.compile("\\.find(Virtual|Static)\\(\\s*(\\w+)\\.class,\\s*\"(\\w+)\"");

    private static final Pattern LISTED_TYPE =
            Pattern.compile("\"name\": \"java\\.lang\\.(\\w+)\",\\s*\"methods\": \\[([^]]*)]");
    private static final Pattern LISTED_METHOD = Pattern.compile("\"name\": \"(\\w+)\"");

    private static String code() throws IOException {
        StringBuilder code = new StringBuilder();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".java")).toList()) {
                code.append(Files.readString(file));
            }
        }
        return code.toString();
    }

    @Test
    void the_metadata_lists_exactly_what_the_code_finds_by_name() throws IOException {
        String code = code();
        Set<String> found = new TreeSet<>();
        int literals = 0;
        for (Matcher literal = LITERAL.matcher(code); literal.find(); literals++) {
            found.add(literal.group(2) + "." + literal.group(3));
        }
        assertThat(LOOKUP.matcher(code).results())
                .as("look-ups, all by literal names")
                .hasSize(literals);
        Set<String> listed = new TreeSet<>();
        for (Matcher type = LISTED_TYPE.matcher(Files.readString(METADATA)); type.find(); ) {
            for (Matcher method = LISTED_METHOD.matcher(type.group(2)); method.find(); ) {
                listed.add(type.group(1) + "." + method.group(1));
            }
        }
        assertThat(listed).isEqualTo(found).isNotEmpty();
    }
}
