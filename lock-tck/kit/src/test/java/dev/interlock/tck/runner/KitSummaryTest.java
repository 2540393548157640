// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.tck.Rule;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** A run is summed up in words that may be published, and in files that programs read. */
class KitSummaryTest {

    private static final int ALL = Rule.values().length;

    @Test
    void all_but_what_has_no_hook_is_a_pass_that_says_what_was_not_exercised_and_why() {
        KitSummary summary = summary(Map.of(Rule.FAULT_1, Outcome.NOT_EXERCISED));
        assertThat(summary.passes()).isTrue();
        assertThat(summary.line())
                .startsWith("files passes the Interlock TCK 0.")
                .endsWith(": " + (ALL - 1) + " of " + ALL
                        + " rules passed, 1 not exercised: FAULT-1 (the fixture has no \"clock\")");
        assertThat(summary.text()).endsWith(summary.line() + System.lineSeparator());
        assertThat(summary.text().lines()).hasSize(ALL + 1);
    }

    @Test
    void a_broken_rule_that_must_hold_is_no_pass_and_one_that_should_is_named() {
        KitSummary must = summary(Map.of(Rule.WAIT_4, Outcome.FAILED, Rule.REL_6, Outcome.ERROR));
        assertThat(must.passes()).isFalse();
        assertThat(must.line())
                .startsWith("files does not pass the Interlock TCK")
                .endsWith((ALL - 2) + " of " + ALL + " rules passed, 1 failed: WAIT-4, 1 ended in an error: REL-6");
        assertThat(must.text()).contains("Look first at " + Rule.WAIT_4.lookAtFirst());
        assertThat(must.json())
                .contains("\"WAIT-4: seen <this>", "; look first at " + Rule.WAIT_4.lookAtFirst() + "\"");
        KitSummary should = summary(Map.of(Rule.WAIT_6, Outcome.FAILED));
        assertThat(should.passes()).isTrue();
        assertThat(should.line()).contains(" passes ").endsWith("1 failed: WAIT-6");
    }

    @Test
    void some_rules_are_a_part_and_some_tests_of_a_rule_are_a_part() {
        KitSummary summary = KitSummary.of(List.of(
                result(Rule.ACQ_2, Outcome.PASSED),
                result(Rule.ACQ_2, Outcome.NOT_EXERCISED),
                result(Rule.ACQ_3, Outcome.PASSED)));
        assertThat(summary.passes()).isFalse();
        assertThat(summary.line())
                .startsWith("files ran a part of the Interlock TCK")
                .endsWith(": 2 of 2 rules passed, 1 in part: ACQ-2 (the fixture has no \"clock\")");
    }

    @Test
    void the_xml_counts_every_test_and_gives_the_reasons() throws Exception {
        KitSummary summary = summary(
                Map.of(Rule.FAULT_1, Outcome.NOT_EXERCISED, Rule.WAIT_4, Outcome.FAILED, Rule.REL_6, Outcome.ERROR));
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(summary.junitXml())))
                .getDocumentElement();
        assertThat(List.of("tests", "failures", "errors", "skipped").stream().map(suite::getAttribute))
                .containsExactly(Integer.toString(ALL), "1", "1", "1");
        Element skipped = (Element) suite.getElementsByTagName("skipped").item(0);
        assertThat(skipped.getAttribute("message")).isEqualTo("the fixture has no \"clock\"");
        Element failed = (Element) suite.getElementsByTagName("failure").item(0);
        assertThat(failed.getAttribute("message"))
                .startsWith("WAIT-4: seen")
                .endsWith("; look first at " + Rule.WAIT_4.lookAtFirst());
        assertThat(((Element) skipped.getParentNode()).getAttribute("classname"))
                .isEqualTo("FAULT-1");
    }

    @Test
    void files_are_written_beside_each_other(@TempDir Path directory) throws IOException {
        KitSummary summary = summary(Map.of());
        summary.write(directory.resolve("new"), "files");
        assertThat(directory.resolve("new").resolve("files.txt")).hasContent(summary.text());
        assertThat(Files.readString(directory.resolve("new").resolve("files.xml")))
                .isEqualTo(summary.junitXml());
        assertThat(Files.readString(directory.resolve("new").resolve("files.json")))
                .isEqualTo(summary.json());
    }

    private static KitSummary summary(Map<Rule, Outcome> others) {
        List<RuleResult> results = new ArrayList<>();
        for (Rule rule : Rule.values()) {
            results.add(result(rule, others.getOrDefault(rule, Outcome.PASSED)));
        }
        return KitSummary.of(results);
    }

    private static RuleResult result(Rule rule, Outcome outcome) {
        String message = switch (outcome) {
            case PASSED -> "";
            case NOT_EXERCISED -> "the fixture has no \"clock\"";
            default -> "seen <this>\u0000 & that " + outcome.name().toLowerCase(Locale.ROOT);
        };
        return new RuleResult(
                rule,
                "files",
                rule.name() + "_says_so",
                outcome,
                message,
                List.of(),
                List.of(),
                null,
                Duration.ofMillis(5));
    }
}
