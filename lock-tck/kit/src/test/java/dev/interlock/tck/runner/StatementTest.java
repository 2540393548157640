// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.Capability;
import dev.interlock.tck.Rule;
import dev.interlock.tck.memory.MemoryFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A statement says what was run and what it showed, and nothing that was not. */
class StatementTest {

    private static final StatementLabel LABEL =
            new StatementLabel("files-here", "1.2", "files \"here\"", "one machine", List.of("docs/files.md"));

    @Test
    void it_names_the_backend_the_store_and_every_rule(@TempDir Path directory) throws IOException {
        Path file = Statement.of(LABEL, new MemoryFixture(), results(Rule.FAULT_1, Outcome.NOT_EXERCISED))
                .write(directory.resolve("new"));

        assertThat(file).hasFileName("files-here.json");
        List<String> lines = Files.readAllLines(file);
        assertThat(lines)
                .startsWith("{", "  \"format\": \"interlock-conformance/1\",", "  \"name\": \"files-here\",")
                .contains(
                        "  \"backend\": {\"name\": \"memory\", \"version\": \"1.2\"},",
                        "  \"store\": {\"name\": \"files \\\"here\\\"\", \"topology\": \"one machine\", \"reported\": \"a"
                                + " store in memory\"},",
                        "    {\"rule\": \"FAULT-1\", \"obligation\": \"MUST\", \"status\": \"NOT_EXERCISED\", \"tests\": [",
                        "      {\"test\": \"FAULT_1_holds\", \"status\": \"NOT_EXERCISED\", \"why\": \"there is no clock\"}")
                .endsWith("  ]", "}");
        assertThat(lines).filteredOn(line -> line.contains("{\"rule\"")).hasSize(Rule.values().length);
    }

    @Test
    void it_says_which_rules_showed_a_capability_or_its_absence() {
        assertThat(Statement.of(LABEL, new MemoryFixture(), results(Rule.FAULT_1, Outcome.NOT_EXERCISED))
                        .json())
                .contains(
                        "{\"capability\": \"FIFO_BETWEEN_CLIENTS\", \"declared\": true, \"shownBy\": [\"WAIT-8\","
                                + " \"WAIT-11\"]}",
                        "{\"capability\": \"SURVIVES_CLOCK_JUMP\", \"declared\": true, \"shownBy\": []}");
    }

    @ParameterizedTest
    @EnumSource(Capability.class)
    void each_capability_is_named_by_a_rule(Capability capability) {
        assertThat(Statement.rulesAbout(capability)).isNotEmpty();
    }

    @Test
    void the_tests_of_a_rule_have_an_order_whichever_ended_first() {
        List<RuleResult> results = results(Rule.FAULT_1, Outcome.PASSED);
        results.add(0, result(Rule.ACQ_1, "ACQ_1_waits", Outcome.PASSED));
        assertThat(Statement.of(LABEL, new MemoryFixture(), results).json())
                .containsSubsequence("\"ACQ_1_holds\"", "\"ACQ_1_waits\"", "\"ACQ-2\"");
    }

    @Test
    void there_is_none_of_a_part_of_the_contract() {
        List<RuleResult> part = results(Rule.FAULT_1, Outcome.PASSED).subList(1, Rule.values().length);
        assertThatThrownBy(() -> Statement.of(LABEL, new MemoryFixture(), part))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'files-here' ran " + (Rule.values().length - 1) + " of " + Rule.values().length);
    }

    @ParameterizedTest
    @CsvSource({
        "dev.interlock.examples.file.FileTckTest, file",
        "com.example.RedisClusterTckIT, redis-cluster",
        "com.example.Stores$EtcdTest, etcd",
        "com.example.Æther, kit"
    })
    void a_test_class_gives_the_statement_its_name(String testClass, String name) {
        assertThat(StatementLabel.nameOf(testClass)).isEqualTo(name);
    }

    @Test
    void a_name_that_leads_out_of_the_directory_is_refused() {
        assertThatThrownBy(() -> new StatementLabel("../etc", null, "", "", List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name must match");
    }

    @Test
    void a_kit_that_is_no_jar_has_no_hash_but_a_reason(@TempDir Path directory) throws IOException {
        assertThat(KitJar.at(directory).sha256()).isNull();
        assertThat(KitJar.at(directory).json())
                .contains(
                        "\"sha256\": null, \"why\": \"the kit was run from a directory of classes, not from its jar\"");
        assertThat(KitJar.at(Files.createFile(directory.resolve("empty.jar"))))
                .isEqualTo(new KitJar("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", null));
    }

    private static List<RuleResult> results(Rule one, Outcome outcome) {
        return new ArrayList<>(Stream.of(Rule.values())
                .map(rule -> result(rule, rule == one ? outcome : Outcome.PASSED))
                .toList());
    }

    private static RuleResult result(Rule rule, Outcome outcome) {
        return result(rule, rule.name() + "_holds", outcome);
    }

    private static RuleResult result(Rule rule, String test, Outcome outcome) {
        return new RuleResult(
                rule,
                "files",
                test,
                outcome,
                outcome == Outcome.PASSED ? "" : "there is no clock",
                List.of(),
                List.of(),
                null,
                Duration.ofMillis(5));
    }
}
