// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.tck.LevelFinding;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import dev.interlock.tck.history.History;
import dev.interlock.tck.memory.MemoryFixture;
import dev.interlock.tck.runner.Outcome;
import dev.interlock.tck.runner.RuleResult;
import dev.interlock.tck.runner.TckRunner;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every situation is shown by the rule that it names, with evidence. */
@Tag("nightly")
class LevelFindingsIT {

    private static final Set<Rule> SHOWING =
            Arrays.stream(Situation.values()).map(Situation::rule).collect(Collectors.toSet());

    @TempDir
    private Path directory;

    @Test
    void each_situation_is_found_once_by_its_rule() {
        System.setProperty(KeptHistories.DIRECTORY, directory.toString());
        try {
            List<RuleResult> results = TckRunner.run(new MemoryFixture(), SHOWING, result -> {});
            assertThat(results).extracting(RuleResult::outcome).containsOnly(Outcome.PASSED);
            assertThat(results.stream().flatMap(result -> result.findings().stream()))
                    .extracting(LevelFinding::situation)
                    .containsExactlyInAnyOrder(Situation.values());
            assertThat(broken(results))
                    .containsExactlyInAnyOrder(
                            Situation.BELIEF_HOLDER_STOPPED,
                            Situation.EFFECT_UNGUARDED,
                            Situation.SERVER_RESTARTED,
                            Situation.BELIEF_STORE_RESTARTED,
                            Situation.SERVER_FAILED_OVER,
                            Situation.BELIEF_FAILED_OVER);
            assertThat(results).allSatisfy(this::keptItsHistoryIfItHasOne);
        } finally {
            System.clearProperty(KeptHistories.DIRECTORY);
        }
    }

    private static List<Situation> broken(List<RuleResult> results) {
        return results.stream()
                .flatMap(result -> result.findings().stream())
                .filter(finding -> !finding.holds())
                .map(LevelFinding::situation)
                .toList();
    }

    /** One of processes, or of clients whose store something was done to. */
    private static boolean writesAHistory(RuleResult result) {
        return result.rule().family().equals("PROC")
                || result.rule().family().equals("FAULT")
                || result.test().contains("EXP_4_a_restart")
                || result.test().contains("EXP_5_a_holder_that_was_stopped")
                || result.test().contains("OBS_5_a_holder_learns");
    }

    private void keptItsHistoryIfItHasOne(RuleResult result) {
        String history = result.history();
        assertThat(history != null).isEqualTo(writesAHistory(result));
        if (history != null) {
            // On a fast machine PROC-4 gets so much done that its history is cut.
            assertThat(history).matches(".*-" + result.rule().id().toLowerCase(Locale.ROOT) + "(-cut)?\\.txt");
            assertThat(History.read(List.of(directory.resolve(history))).operations())
                    .isNotEmpty();
        }
    }

    @Test
    void there_is_no_finding_without_evidence() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LevelFinding(Situation.SERVER_UNDISTURBED, true, " "))
                .withMessageContaining("SERVER_UNDISTURBED");
    }
}
