// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.interlock.report.data.RuleRow;
import dev.interlock.tck.Rule;
import dev.interlock.tck.memory.MemoryFixture;
import dev.interlock.tck.runner.KitSummary;
import dev.interlock.tck.runner.RuleResult;
import dev.interlock.tck.runner.TckRunner;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The JSON that an author gets of the kit holds the rules in the form of the report's. */
class KitSummaryJsonTest {

    @Test
    void its_rules_are_rows_of_the_report() throws IOException {
        List<RuleResult> results =
                TckRunner.run(new MemoryFixture(), EnumSet.of(Rule.TOK_5, Rule.NAME_1, Rule.FAULT_1), result -> {});
        KitSummary summary = KitSummary.of(results);
        JsonMapper mapper = JsonMapper.builder().build();
        JsonNode json = mapper.readTree(summary.json());
        assertThat(json.get("line").asText()).isEqualTo(summary.line());
        RuleRow[] rows = mapper.treeToValue(json.get("rules"), RuleRow[].class);
        assertThat(rows)
                .containsExactly(summary.rules().stream()
                        .map(rule -> RuleRow.of(rule.rule().id(), KitRun.tests(rule.tests())))
                        .toArray(RuleRow[]::new));
    }
}
