// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import dev.interlock.Capability;
import dev.interlock.tck.Rule;
import dev.interlock.tck.runner.Outcome;
import dev.interlock.tck.runner.RuleSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The statements in the repository may be published, and planted ones that may not are found. */
class ConformanceTest {

    /** Later than any statement: a build must not depend on the clock of its machine. The command uses that clock. */
    private static final Instant NOW = Instant.parse("2999-12-31T23:59:59Z");

    private static final Path COLLECTION = Path.of("..", "conformance");
    private static final Path STATEMENTS = COLLECTION.resolve("statements");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String COMMAND =
            "after a change: ./mvnw -B -Preport package -Dreport.args=\"--conformance conformance\"";

    private static JsonSchema schema;

    @BeforeAll
    static void readSchema() throws IOException {
        schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(MAPPER.readTree(
                        COLLECTION.resolve("statement.schema.json").toFile()));
    }

    static List<Path> statements() throws IOException {
        try (Stream<Path> files = Files.list(STATEMENTS)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("statements")
    void each_statement_follows_the_schema(Path statement) throws IOException {
        assertThat(schema.validate(MAPPER.readTree(statement.toFile()))).isEmpty();
    }

    @Test
    void each_statement_may_be_published_and_the_page_and_badges_are_made_of_them() throws IOException {
        Conformance conformance = Conformance.read(COLLECTION, NOW);
        assertThat(conformance.problems()).isEmpty();
        assertThat(conformance.rendered()).hasSizeGreaterThan(statements().size());
        for (var file : conformance.rendered().entrySet()) {
            assertThat(file.getKey()).as(COMMAND).hasContent(file.getValue());
        }
        assertThat(conformance.leftOver()).as(COMMAND).isEmpty();
    }

    static Stream<Arguments> planted() {
        return Stream.of(
                planted("ACQ-1 is missing", all -> rules(all).remove(0)),
                planted(
                        "the rules must be in the order",
                        all -> rules(all).add(rules(all).get(0))),
                planted("NEW-1 is no rule", all -> rule(all, Rule.ACQ_1).put("rule", "NEW-1")),
                planted("TOK-1 is called PASSED but its tests make it FAILED", all -> fail(all, Rule.TOK_1)),
                planted("TOK-1 must hold but is FAILED", all -> {
                    fail(all, Rule.TOK_1);
                    rule(all, Rule.TOK_1).put("status", "FAILED");
                }),
                planted(
                        "TOK-1 is called PASSED but its tests make it NOT_EXERCISED",
                        all -> rule(all, Rule.TOK_1).set("tests", tests("TOK_1_runs", "NOT_EXERCISED", "no hook"))),
                planted("must have a reason if it did not pass", all -> {
                    rule(all, Rule.TOK_1).put("status", "NOT_EXERCISED");
                    rule(all, Rule.TOK_1).set("tests", tests("TOK_1_runs", "NOT_EXERCISED", ""));
                }),
                planted(
                        "ACQ_2_runs is no test of TOK-1",
                        all -> rule(all, Rule.TOK_1).set("tests", tests("ACQ_2_runs", "PASSED", ""))),
                planted("TOK-1 must have a test", all -> rule(all, Rule.TOK_1).putArray("tests")),
                planted("TOK-1 is a MUST", all -> rule(all, Rule.TOK_1).put("obligation", "SHOULD")),
                planted(
                        "FLIES is no capability",
                        all -> ((ObjectNode) all.path("capabilities").path(0)).put("capability", "FLIES")),
                planted("NOTIFIES_WAITERS is missing", all -> ((ArrayNode) all.path("capabilities")).remove(0)),
                planted(
                        "is shown by",
                        all -> ((ObjectNode) all.path("capabilities").path(0))
                                .putArray("shownBy")
                                .add("ACQ-1")),
                planted("64 hexadecimal digits", all -> kit(all).put("sha256", "abc")),
                planted(
                        "the kit must be run from its jar",
                        all -> kit(all).putNull("sha256").put("why", "from classes")),
                planted(
                        "the date is in the future",
                        all -> all.put("date", NOW.plusSeconds(1).toString())),
                planted("the date must be a time in UTC", all -> all.put("date", "yesterday")),
                planted("the file must be named other.json", all -> all.put("name", "other")),
                planted("the format must be", all -> all.put("format", "interlock-conformance/2")),
                planted(
                        "the topology of the store must be stated",
                        all -> ((ObjectNode) all.path("store")).put("topology", "not stated")),
                planted(
                        "evidence must be an https address",
                        all -> all.putArray("evidence").add("../../etc/passwd")),
                planted(
                        "evidence must be an https address",
                        all -> all.putArray("evidence").add("https://a.example/) ![x](")),
                planted(
                        "evidence must be an https address",
                        all -> all.putArray("evidence").add("docs/none.md")),
                planted("a member is missing", all -> all.remove("jdk")),
                planted("Unrecognized field", all -> all.put("award", "gold")));
    }

    @ParameterizedTest
    @MethodSource("planted")
    void a_planted_fault_is_found(String problem, Consumer<ObjectNode> fault, @TempDir Path repository)
            throws IOException {
        Conformance conformance = withFault(fault, repository);
        assertThat(conformance.problems()).anyMatch(each -> each.startsWith("memory.json: ") && each.contains(problem));
        assertThatThrownBy(conformance::render)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void the_schema_finds_what_has_another_form() throws IOException {
        assertThat(breaks(all -> all.remove("jdk"))).isTrue();
        assertThat(breaks(all -> all.put("award", "gold"))).isTrue();
        assertThat(breaks(all -> kit(all).put("sha256", "ABC"))).isTrue();
        assertThat(breaks(all -> kit(all).putNull("sha256"))).isTrue();
        assertThat(breaks(all -> all.put("date", "2026-11-26"))).isTrue();
        assertThat(breaks(all -> rule(all, Rule.TOK_1).put("status", "GOOD"))).isTrue();
        assertThat(breaks(all -> rule(all, Rule.TOK_1).set("tests", tests("TOK_1_runs", "FAILED", ""))))
                .isTrue();
        assertThat(breaks(all -> {})).isFalse();
    }

    @Test
    void the_schema_knows_each_way_in_which_a_rule_and_a_test_can_end() throws IOException {
        JsonNode line = MAPPER.readTree(
                        COLLECTION.resolve("statement.schema.json").toFile())
                .at("/properties/rules/items/properties");
        assertThat(line.at("/status/enum"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(RuleSummary.Status.values()).map(Enum::name).toList());
        assertThat(line.at("/tests/items/properties/status/enum"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(Outcome.values()).map(Enum::name).toList());
    }

    @Test
    void what_a_statement_says_is_shown_as_text(@TempDir Path repository) throws IOException {
        Conformance conformance = withFault(
                all -> {
                    kit(all).put("version", "1 <script>\"&");
                    ((ObjectNode) all.path("store")).put("name", "a | [b](c) <d>\nnext");
                    ((ObjectNode) all.path("capabilities").path(0)).put("declared", false);
                },
                repository);
        assertThat(conformance.problems()).isEmpty();
        conformance.render();
        Path badges = repository.resolve("conformance/badges");
        assertThat(Files.readString(badges.resolve("memory.svg")))
                .contains("1 &lt;script>")
                .doesNotContain("<script")
                .contains("memory: " + Rule.values().length + " of " + Rule.values().length + " rules");
        assertThat(Files.readString(repository.resolve("conformance/statements.md")))
                .contains("| a \\| \\[b\\](c) \\<d\\> next, one JVM |")
                .contains("| " + Capability.NOTIFIES_WAITERS.name().replace("_", "\\_"));
        Files.delete(repository.resolve("conformance/statements/memory.json"));
        Conformance.read(repository.resolve("conformance"), NOW).render();
        assertThat(badges).isEmptyDirectory();
    }

    private static Conformance withFault(Consumer<ObjectNode> fault, Path repository) throws IOException {
        Path collection = repository.resolve("conformance");
        Files.createDirectories(collection.resolve("statements"));
        Files.createDirectories(repository.resolve("docs"));
        Files.createFile(repository.resolve("docs/report.md"));
        MAPPER.writeValue(collection.resolve("statements/memory.json").toFile(), memory(fault));
        return Conformance.read(collection, NOW);
    }

    private static boolean breaks(Consumer<ObjectNode> fault) throws IOException {
        List<ValidationMessage> messages = List.copyOf(schema.validate(memory(fault)));
        return !messages.isEmpty();
    }

    private static ObjectNode memory(Consumer<ObjectNode> fault) throws IOException {
        ObjectNode memory =
                (ObjectNode) MAPPER.readTree(STATEMENTS.resolve("memory.json").toFile());
        fault.accept(memory);
        return memory;
    }

    private static Arguments planted(String problem, Consumer<ObjectNode> fault) {
        return Arguments.of(problem, fault);
    }

    private static ArrayNode rules(ObjectNode statement) {
        return (ArrayNode) statement.path("rules");
    }

    private static ObjectNode kit(ObjectNode statement) {
        return (ObjectNode) statement.path("kit");
    }

    private static ObjectNode rule(ObjectNode statement, Rule rule) {
        for (JsonNode line : rules(statement)) {
            if (line.path("rule").asText().equals(rule.id())) {
                return (ObjectNode) line;
            }
        }
        throw new IllegalArgumentException("the statement has no " + rule.id());
    }

    private static void fail(ObjectNode statement, Rule rule) {
        ((ObjectNode) rule(statement, rule).path("tests").path(0))
                .put("status", "FAILED")
                .put("why", "a token came twice");
    }

    private static ArrayNode tests(String name, String status, String why) {
        ArrayNode tests = MAPPER.createArrayNode();
        ObjectNode test = tests.addObject().put("test", name).put("status", status);
        if (!why.isEmpty()) {
            test.put("why", why);
        }
        return tests;
    }
}
