// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract for people and the registry for machines say the same, word for word and in the same order. */
class ContractDocumentTest {

    private static final Path CONTRACT = Path.of("..", "..", "docs", "contract.md");

    @Test
    void the_document_lists_exactly_the_rules_of_the_registry() throws IOException {
        List<String> registered = Arrays.stream(Rule.values())
                .map(rule -> "| " + rule.id() + " | " + rule.obligation() + " | " + rule.sentence() + " | "
                        + rule.intent() + " | " + rule.lookAtFirst() + " |")
                .toList();
        List<String> written;
        try (var lines = Files.lines(CONTRACT)) {
            written =
                    lines.filter(line -> line.matches("\\| [A-Z]+-\\d+ \\|.*")).toList();
        }
        assertThat(written)
                .as("rows of docs/contract.md against Rule.java and FirstLook.java")
                .containsExactlyElementsOf(registered);
    }
}
