// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.tck.Outcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.RuleResult;
import dev.interlock.tck.TckRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/writing-a-backend.md shows of this example is what is compiled and run here. */
class WritingABackendDocumentTest {

    private static final Path DOCUMENT = Path.of("..", "..", "docs", "writing-a-backend.md");
    private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\[`.*\\.java\\).*) \\| \\d+ \\|$");
    private static final Pattern LINK = Pattern.compile("]\\(([^)]*\\.java)\\)");

    @Test
    void every_block_of_code_is_cut_from_a_file_of_the_example() throws IOException {
        List<String> sources;
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            sources = files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> unindented(read(file)))
                    .toList();
        }
        assertThat(found(BLOCK, read(DOCUMENT)))
                .hasSizeGreaterThan(3)
                .allSatisfy(block -> assertThat(sources)
                        .as(block.group(1))
                        .anyMatch(source -> source.contains("\n" + unindented(block.group(1)))));
    }

    @Test
    void the_lines_are_counted() {
        String counted = ROW.matcher(read(DOCUMENT)).replaceAll(row -> "| $1 | " + lines(row.group(1)) + " |");
        assertThat(read(DOCUMENT)).isEqualTo(counted).containsPattern(ROW);
    }

    @Test
    void what_is_said_to_be_not_exercised_is_not(@TempDir Path directory) {
        Set<Rule> said = EnumSet.of(Rule.EXP_4, Rule.OBS_5, Rule.FAULT_2);
        assertThat(read(DOCUMENT)).contains("EXP-4, OBS-5 and FAULT-2 are not exercised");
        assertThat(TckRunner.run(new FileFixture(directory), said, result -> {}))
                .hasSameSizeAs(said)
                .extracting(RuleResult::outcome)
                .containsOnly(Outcome.NOT_EXERCISED);
    }

    private static long lines(String links) {
        return found(LINK, links).stream()
                .map(link -> read(DOCUMENT.resolveSibling(link.group(1))))
                .mapToLong(text -> text.lines().count())
                .sum();
    }

    private static List<MatchResult> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }

    private static String unindented(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
