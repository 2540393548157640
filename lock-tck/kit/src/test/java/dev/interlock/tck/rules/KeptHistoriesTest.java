// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.tck.Rule;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryEvent;
import dev.interlock.tck.history.Phase;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptHistoriesTest {

    private static final History HISTORY = History.of(LongStream.rangeClosed(1, 100)
            .mapToObj(op -> new HistoryEvent(
                    op, "resource", op, Phase.OK, Action.EFFECT, "thing", "somebody", op, 1, 0, "with a\ttab"))
            .toList());

    @TempDir
    private Path directory;

    @Test
    void a_kept_history_is_read_again() {
        KeptHistories.Kept kept = keep(10_000, 10_000, "Redis 7.0.15 (/usr/bin), \"x\"");
        assertThat(kept.file()).hasFileName("history-of-redis-7.0.15-usr-bin-x-proc-1.txt");
        assertThat(kept.cut()).isFalse();
        assertThat(kept.file()).content().contains("\n# process ", "\n# tokens ");
        assertThat(History.read(List.of(kept.file())).events()).isEqualTo(HISTORY.events());
    }

    @Test
    void a_second_history_of_the_same_rule_does_not_replace_the_first() {
        Path first = keep(10_000, 20_000, "memory").file();
        Path second = keep(10_000, 20_000, "memory").file();
        assertThat(second).isNotEqualTo(first);
        assertThat(first).hasSameTextualContentAs(second);
    }

    @Test
    void a_large_history_is_cut_at_an_event_and_says_so() {
        KeptHistories.Kept kept = keep(1_000, 10_000, "memory");
        assertThat(kept.cut()).isTrue();
        assertThat(kept.file()).hasFileName("history-of-memory-proc-1-cut.txt");
        assertThat(kept.file().toFile().length()).isLessThanOrEqualTo(1_000);
        assertThat(History.read(List.of(kept.file())).events())
                .isEqualTo(HISTORY.events().subList(0, kept.events()))
                .isNotEmpty();
    }

    @Test
    void all_histories_together_have_a_limit() {
        for (int i = 0; i < 10; i++) {
            keep(2_000, 5_000, "memory");
        }
        assertThat(directory.toFile().listFiles())
                .hasSize(10)
                .extracting(file -> file.length())
                .satisfies(sizes -> assertThat(
                                sizes.stream().mapToLong(Long::longValue).sum())
                        .isLessThan(5_500));
    }

    @Test
    void nothing_is_kept_unless_a_directory_is_named() {
        assertThat(new KeptHistories(null, 1_000, 1_000).keep("memory", Rule.PROC_1, HISTORY))
                .isEmpty();
    }

    private KeptHistories.Kept keep(long mostOfOne, long mostOfAll, String fixture) {
        return new KeptHistories(directory, mostOfOne, mostOfAll)
                .keep(fixture, Rule.PROC_1, HISTORY)
                .orElseThrow();
    }
}
