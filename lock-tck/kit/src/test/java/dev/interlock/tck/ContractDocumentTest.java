// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The tables of rules in {@code docs/contract.md} and their headings are those that {@link Rule} and {@link FirstLook}
 * give. With {@code -Dinterlock.contract.write=true} this test writes them instead, between the page's two markers. A
 * new family needs a heading with a table below it; the page's prose stays.
 */
class ContractDocumentTest {

    private static final Path CONTRACT = Path.of("..", "..", "docs", "contract.md");
    private static final String BEGIN = "<!-- Generated tables begin here";
    private static final String END = "<!-- Generated tables end here";
    private static final String COMMAND = "./mvnw -B test -pl lock-tck/kit -am -Dtest=ContractDocumentTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dinterlock.contract.write=true";

    @Test
    void its_tables_are_those_of_the_rules() throws IOException {
        List<String> page = Files.readAllLines(CONTRACT);
        List<String> families = new ArrayList<>();
        List<String> renewed = renewed(page, families);
        assertThat(families)
                .as("headings '### FAMILY' with a table below, between the markers of docs/contract.md")
                .containsExactlyElementsOf(Arrays.stream(Rule.values())
                        .map(Rule::family)
                        .distinct()
                        .toList());
        if (Boolean.getBoolean("interlock.contract.write")) {
            Files.write(CONTRACT, renewed);
        } else {
            assertThat(without(renewed, page))
                    .as("lines from Rule and FirstLook that docs/contract.md lacks; to renew its tables: %s", COMMAND)
                    .isEmpty();
            assertThat(page.equals(renewed))
                    .as("docs/contract.md has more rows, or another order, than Rule; to renew its tables: %s", COMMAND)
                    .isTrue();
        }
    }

    /** The page with new headings and tables between the markers; adds each family that has a table. */
    private static List<String> renewed(List<String> page, List<String> families) {
        List<String> renewed = new ArrayList<>();
        boolean generated = false;
        String family = "";
        boolean inTable = false;
        for (String line : page) {
            generated = line.startsWith(BEGIN) || (generated && !line.startsWith(END));
            boolean row = generated && line.startsWith("|");
            if (row && !inTable) {
                families.add(family);
                renewed.addAll(table(family));
            }
            inTable = row;
            if (generated && line.startsWith("### ")) {
                family = line.substring("### ".length()).replaceFirst(":.*", "");
                renewed.add(heading(family));
            } else if (!row) {
                renewed.add(line);
            }
        }
        return renewed;
    }

    private static String heading(String family) {
        return of(family)
                .map(rule -> "### " + family + ": " + rule.familyTitle())
                .findFirst()
                .orElse("### " + family);
    }

    private static List<String> table(String family) {
        List<String> table = new ArrayList<>();
        table.add("| Id | Obligation | Rule | Intent | When it fails, look first at |");
        table.add("|---|---|---|---|---|");
        of(family)
                .map(rule -> "| " + rule.id() + " | " + rule.obligation() + " | " + rule.sentence() + " | "
                        + rule.intent() + " | " + rule.lookAtFirst() + " |")
                .forEach(table::add);
        return table;
    }

    private static Stream<Rule> of(String family) {
        return Arrays.stream(Rule.values()).filter(rule -> rule.family().equals(family));
    }

    private static List<String> without(List<String> lines, List<String> others) {
        return lines.stream().filter(line -> !others.contains(line)).toList();
    }
}
