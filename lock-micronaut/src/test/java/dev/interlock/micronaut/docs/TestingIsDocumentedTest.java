// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code of the page on testing is code that is compiled and run. */
final class TestingIsDocumentedTest {

    private static final Path PAGE = Path.of("..", "docs", "micronaut.md");
    private static final Path HERE = Path.of("src", "test", "java", "dev", "interlock", "micronaut", "docs");
    private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");

    @Test
    void the_page_shows_exactly_this_code() throws IOException {
        String page = Files.readString(PAGE);
        List<String> shown = BLOCK.matcher(page.substring(page.indexOf("\n## Testing\n")))
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(shown)
                .containsExactly(block("NightlyReport", "@Singleton\n"), block("TestingExampleTest", "final class "));
    }

    private static String block(String type, String start) throws IOException {
        String source = Files.readString(HERE.resolve(type + ".java"));
        return "```java\n" + source.substring(source.indexOf(start)) + "```";
    }
}
