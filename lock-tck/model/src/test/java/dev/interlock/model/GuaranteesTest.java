// SPDX-License-Identifier: Apache-2.0
package dev.interlock.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.Capability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The table of {@code docs/guarantees.md}, which the report measures, is the one that follows from the model and from
 * what each store declares: cell by cell.
 */
class GuaranteesTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "guarantees.md");

    /** What a handle shows is a matter of the engine; in the model every client believes what it was last told. */
    private static final String NOT_MODELLED = "B: after that the handle shows whether it still holds";

    private static final Configuration BASE = Configuration.read(Tlc.MODEL.resolve("Situations.cfg"));

    /** Some dozen runs of TLC, which together may take longer than one of them. */
    @Test
    @Tag("nightly")
    @Timeout(3_600)
    void the_table_of_guarantees_follows_from_the_model() throws IOException, InterruptedException {
        Map<String, String> documented = documented();
        documented.remove(NOT_MODELLED);

        assertThat(derived()).containsExactlyEntriesOf(documented);
    }

    @Test
    void what_each_store_declares_is_what_the_page_says() throws IOException {
        List<String> page = Files.readAllLines(PAGE);
        for (Capability capability : Row.CAPABILITIES) {
            String declaredBy = page.stream()
                    .filter(line -> line.startsWith("| `" + capability + "` |"))
                    .findFirst()
                    .orElseThrow();

            assertThat(Store.ALL)
                    .as(declaredBy)
                    .allSatisfy(store -> assertThat(store.has(capability)).isEqualTo(store.isMeantBy(declaredBy)));
        }
    }

    /** Title of the row to its cells. */
    private static Map<String, String> derived() throws InterruptedException {
        Map<String, String> derived = new LinkedHashMap<>();
        try (Runs runs = new Runs(new ConfigurationCheck(Path.of("target", "guarantees"), 300))) {
            for (Row row : Row.ALL) {
                for (Store store : Store.ALL) {
                    for (Store possible : store.possible()) {
                        Configuration asked = row.on(possible, BASE);
                        runs.begin(name(asked), asked);
                    }
                }
            }
            for (Row row : Row.ALL) {
                StringBuilder cells = new StringBuilder();
                for (Store store : Store.ALL) {
                    cells.append(cells.isEmpty() ? "" : " | ").append(cell(runs, row, store));
                }
                derived.put(row.title(), cells.toString());
            }
        }
        return derived;
    }

    /** Open if the answer depends on what no test can show. */
    private static String cell(Runs runs, Row row, Store store) throws InterruptedException {
        Set<String> answers = new HashSet<>();
        for (Store possible : store.possible()) {
            boolean holds = runs.result(name(row.on(possible, BASE))).broken().isEmpty();
            answers.add(holds ? "yes" : "no");
        }
        return answers.size() == 1 ? answers.iterator().next() : "open";
    }

    /** Equal questions are one run. */
    private static String name(Configuration asked) {
        return Integer.toHexString(asked.text().hashCode());
    }

    private static Map<String, String> documented() throws IOException {
        Map<String, String> documented = new LinkedHashMap<>();
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("| situation |")) {
                assertThat(cells(line).subList(2, cells(line).size()))
                        .isEqualTo(Store.ALL.stream().map(Store::column).toList());
            } else if (line.matches("\\| \\*\\*[SBE]\\*\\* .*\\| (yes|no|open) \\|")) {
                List<String> cells = cells(line);
                String situation = cells.get(0).replaceFirst("\\*\\*(.)\\*\\* ", "$1: ");
                documented.put(
                        situation.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1"),
                        String.join(" | ", cells.subList(2, cells.size())));
            }
        }
        return documented;
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.substring(1).split("\\|")).map(String::trim).toList();
    }
}
