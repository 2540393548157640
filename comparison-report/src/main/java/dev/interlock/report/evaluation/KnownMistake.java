// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Conclusions.MistakeRow;
import dev.interlock.report.data.Conclusions.MistakeRow.MutantOutcome;
import dev.interlock.report.data.MutantRow;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A known mistake of locks, from {@code mistakes.json}.
 *
 * @param id m01 to m38
 * @param description the mistake
 * @param mutants our mutants that make it
 * @param remark why it has no mutant, or which part of it no mutant makes; may be empty
 */
record KnownMistake(String id, String description, List<String> mutants, String remark) {

    private static final List<KnownMistake> ALL = DataFile.read("mistakes.json", KnownMistake.class);

    static List<KnownMistake> all() {
        return ALL;
    }

    /** The mistakes, with the outcomes of their mutants. */
    static List<MistakeRow> in(List<BackendReport> ran) {
        Map<String, Boolean> fates = ran.stream()
                .flatMap(backend -> backend.mutants().stream())
                .collect(Collectors.toMap(MutantRow::id, MutantRow::killed, Boolean::logicalAnd));
        return ALL.stream().map(mistake -> mistake.in(fates)).toList();
    }

    private MistakeRow in(Map<String, Boolean> fates) {
        return new MistakeRow(
                id,
                description,
                mutants.stream()
                        .map(mutant ->
                                new MutantOutcome(mutant, fates.containsKey(mutant), fates.getOrDefault(mutant, false)))
                        .toList(),
                remark);
    }
}
