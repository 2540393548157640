// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.tck.Rule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/faults.md names as proof is there: each rule in the registry, each test in its source file. */
class FaultsDocumentTest {

    private static final Path ROOT = Path.of("..");

    /** As {@code lock-tck/kit} is. */
    private static final int DEEPEST_MODULE = 2;

    private static final Pattern RULE = Pattern.compile("\\b[A-Z]{3,}-\\d+\\b");
    private static final Pattern TEST = Pattern.compile("`(\\w+)\\.(\\w+)`");

    @Test
    void every_row_names_proofs_and_every_proof_exists() throws IOException {
        Set<String> rules = Arrays.stream(Rule.values()).map(Rule::id).collect(Collectors.toSet());
        Map<String, Path> sources = sources();
        for (String row : rows()) {
            String proof = row.substring(row.lastIndexOf('|', row.length() - 2));
            List<String> named =
                    RULE.matcher(proof).results().map(MatchResult::group).toList();
            List<MatchResult> tests = TEST.matcher(proof).results().toList();
            assertThat(named.size() + tests.size()).as("proofs of: %s", row).isPositive();
            assertThat(rules).as("rules of: %s", row).containsAll(named);
            for (MatchResult test : tests) {
                assertThat(sources).as("tests of: %s", row).containsKey(test.group(1));
                assertThat(Files.readString(sources.get(test.group(1))))
                        .as("%s, named by: %s", test.group(1), row)
                        .contains("void " + test.group(2) + "(");
            }
        }
    }

    private static List<String> rows() throws IOException {
        List<String> rows;
        try (Stream<String> lines = Files.lines(ROOT.resolve("docs/faults.md"))) {
            rows = lines.filter(line -> line.matches("\\| [A-Z]\\d+ \\|.*")).toList();
        }
        assertThat(rows).as("rows of docs/faults.md").hasSizeGreaterThan(40);
        return rows;
    }

    private static Map<String, Path> sources() throws IOException {
        try (Stream<Path> modules = Files.walk(ROOT, DEEPEST_MODULE)) {
            return modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .flatMap(FaultsDocumentTest::javaFiles)
                    .collect(Collectors.toMap(
                            file -> file.getFileName().toString().replace(".java", ""),
                            file -> file,
                            (one, other) -> one));
        }
    }

    private static Stream<Path> javaFiles(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
