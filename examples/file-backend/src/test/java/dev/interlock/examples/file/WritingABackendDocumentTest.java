// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.tck.Rule;
import dev.interlock.tck.runner.Outcome;
import dev.interlock.tck.runner.RuleResult;
import dev.interlock.tck.runner.TckRunner;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The code in docs/writing-a-backend.md is the code of this example, which is compiled and tested here. */
class WritingABackendDocumentTest {

    private static final Path DOCUMENT = Path.of("..", "..", "docs", "writing-a-backend.md");
    private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");
    private static final Pattern POM = Pattern.compile("(?s)```xml\n(<project.*?)```");
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

    /** A copy of the document's pom builds the same as here: the same libraries in the same versions. */
    @Test
    void the_pom_is_that_of_the_example_without_its_parent() throws Exception {
        String shown = found(POM, read(DOCUMENT)).get(0).group(1);
        String example = read(Path.of("pom.xml"));
        String root = read(Path.of("..", "..", "pom.xml"));
        assertThat(dependencies(shown, "/project/dependencies/dependency"))
                .isEqualTo(dependencies(example, "/project/dependencies/dependency"));
        assertThat(version(shown, "lock-bom")).isEqualTo(text(example, "/project/parent/version"));
        assertThat(version(shown, "junit-bom")).isEqualTo(text(root, "/project/properties/junit.version"));
        assertThat(version(shown, "jspecify")).isEqualTo(text(root, "/project/properties/jspecify.version"));
        assertThat(version(shown, "logback-classic")).isEqualTo(text(root, "/project/properties/logback.version"));
        assertThat(version(shown, "assertj-core")).isEqualTo(text(root, "/project/properties/assertj.version"));
        assertThat(version(shown, "maven-surefire-plugin"))
                .isEqualTo(text(root, "/project/properties/surefire.version"));
        for (String plugin : List.of("maven-compiler-plugin", "maven-resources-plugin")) {
            assertThat(version(shown, plugin)).as(plugin).isNotEmpty().isEqualTo(version(root, plugin));
        }
    }

    @Test
    void the_lines_are_counted() {
        String counted = ROW.matcher(read(DOCUMENT)).replaceAll(row -> "| $1 | " + lines(row.group(1)) + " |");
        assertThat(read(DOCUMENT)).isEqualTo(counted).containsPattern(ROW);
    }

    @Test
    void rules_listed_as_not_exercised_are_not_exercised(@TempDir Path directory) {
        Set<Rule> said = EnumSet.of(Rule.EXP_4, Rule.OBS_5, Rule.FAULT_2);
        said.addAll(EnumSet.range(Rule.OPS_1, Rule.OPS_5));
        int all = Rule.values().length;
        assertThat(read(DOCUMENT))
                .contains("EXP-4, OBS-5 and FAULT-2 are not exercised", "OPS-1 to OPS-5 are not exercised")
                .contains(": " + (all - said.size()) + " of " + all + " rules passed, " + said.size()
                        + " not exercised: EXP-4 (");
        List<RuleResult> results = TckRunner.run(new FileFixture(directory), said, result -> {});
        assertThat(results).extracting(RuleResult::rule).hasSameElementsAs(said);
        assertThat(results).extracting(RuleResult::outcome).containsOnly(Outcome.NOT_EXERCISED);
    }

    private static List<String> dependencies(String pom, String path) throws Exception {
        NodeList found = (NodeList) xpath().evaluate(unqualified(path), document(pom), XPathConstants.NODESET);
        return IntStream.range(0, found.getLength())
                .mapToObj(found::item)
                .map(each -> child(each, "groupId") + ":" + child(each, "artifactId") + ":" + child(each, "scope"))
                .toList();
    }

    private static String child(Node of, String name) {
        try {
            return xpath().evaluate(unqualified(name), of);
        } catch (XPathExpressionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String version(String pom, String artifact) throws Exception {
        return xpath().evaluate(
                        "//*[*[local-name()='artifactId']='" + artifact + "']/*[local-name()='version']",
                        document(pom));
    }

    private static String text(String pom, String path) throws Exception {
        return xpath().evaluate(unqualified(path), document(pom));
    }

    private static XPath xpath() {
        return XPathFactory.newInstance().newXPath();
    }

    private static String unqualified(String path) {
        return path.replaceAll("([\\w.-]+)", "*[local-name()='$1']");
    }

    private static Document document(String pom) throws Exception {
        DocumentBuilderFactory documents = DocumentBuilderFactory.newInstance();
        documents.setNamespaceAware(true);
        return documents.newDocumentBuilder().parse(new InputSource(new StringReader(pom)));
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
