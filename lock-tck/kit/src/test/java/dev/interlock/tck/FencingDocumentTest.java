// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The examples of docs/fencing.md are code that is compiled and run, each in the module of its guard. */
class FencingDocumentTest {

    private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");
    private static final Pattern METHOD = Pattern.compile("(?s)void run\\([^{]*\\{\n(.*?\n) {4}}\n");

    @Test
    void every_example_is_the_body_of_a_method_that_is_run() throws IOException {
        List<String> written = BLOCK.matcher(Files.readString(Path.of("..", "..", "docs", "fencing.md")))
                .results()
                .map(block -> block.group(1))
                .toList();
        List<String> run = Stream.of(
                        "lock-jdbc/jdbc/guard/FencingExample",
                        "lock-redis/redis/guard/FencingExample",
                        "lock-api/guard/FencingExample",
                        "lock-api/guard/SharedFencingExample")
                .map(FencingDocumentTest::example)
                .toList();
        assertThat(written).containsExactlyElementsOf(run);
    }

    private static String example(String place) {
        int slash = place.indexOf('/');
        Path file = Path.of(
                "..",
                "..",
                place.substring(0, slash),
                "src/test/java/dev/interlock",
                place.substring(slash + 1) + ".java");
        try {
            Matcher method = METHOD.matcher(Files.readString(file));
            assertThat(method.find()).as(file.toString()).isTrue();
            return method.group(1).indent(-8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
