// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.contender.NamedLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BoardTest {

    /** Grants each request. */
    private static final NamedLock NONE = new NamedLock() {
        @Override
        public boolean acquire(Duration limit) {
            return true;
        }

        @Override
        public void release() {
            // There is nothing to free.
        }
    };

    @TempDir
    private Path directory;

    private Board board;

    @BeforeEach
    void map() throws Exception {
        board = Board.map(directory.resolve("board"));
    }

    @Test
    void a_holder_that_is_alone_enters_and_leaves() {
        assertThat(board.enter(3)).isTrue();
        assertThat(board.leave(3)).isTrue();
        assertThat(board.enter(3)).isTrue();
    }

    @Test
    void readers_are_together_and_a_writer_beside_one_is_seen_by_both() {
        assertThat(board.enterBesideReaders(1)).isTrue();
        assertThat(board.enterBesideReaders(1)).isTrue();
        assertThat(board.leaveReaders(1)).isTrue();
        assertThat(board.enterAsWriter(1)).isFalse();
        assertThat(board.leaveReaders(1)).isFalse();
        assertThat(board.leaveAsWriter(1)).isTrue();
        assertThat(board.enterAsWriter(1)).isTrue();
        assertThat(board.enterBesideReaders(1)).isFalse();
        assertThat(board.leaveAsWriter(1)).isFalse();
    }

    @Test
    void a_second_holder_is_seen_through_another_mapping_and_by_both() throws Exception {
        Board other = Board.map(directory.resolve("board"));
        board.enter(0);
        assertThat(other.enter(0)).isFalse();
        assertThat(board.leave(0)).isFalse();
    }

    @Test
    void names_do_not_meet() {
        board.enter(0);
        assertThat(board.enter(15)).isTrue();
    }

    @Test
    void clearing_forgets_whoever_was_inside() {
        board.enter(0);
        board.write(Board.Signal.OVER, 1);
        board.clear();
        assertThat(board.enter(0)).isTrue();
        assertThat(board.read(Board.Signal.OVER)).isZero();
    }

    /** So that a run can be believed that found no violation. */
    @Test
    void threads_behind_a_lock_that_excludes_nobody_are_found_out() throws Exception {
        GrantLoop loop = new GrantLoop(() -> new Target(NONE, 0), board, TimeUnit.MILLISECONDS.toNanos(1));
        RoundShare share = new ThreadTeam(List.of(loop, loop, loop, loop), 300).run();
        assertThat(share.failure()).isEmpty();
        assertThat(share.violations()).isPositive();
    }

    @Test
    void a_team_tells_what_each_thread_did_and_what_it_cost() throws Exception {
        List<ThreadWork> own = List.of(
                new GrantLoop(() -> new Target(NONE, 0), board, 0), new GrantLoop(() -> new Target(NONE, 1), board, 0));
        RoundShare share = new ThreadTeam(own, 200).run();
        assertThat(share.violations()).isZero();
        assertThat(share.counts()).hasSize(2).doesNotContain(0L);
        assertThat(share.cpuNanos()).isPositive();
        assertThat(HistogramText.parse(share.waits()).getTotalCount()).isPositive();
    }

    @Test
    void two_that_take_turns_never_meet() throws Exception {
        List<ThreadWork> both = List.of(
                new TurnsLoop(new HandOverSteps(NONE, board, 1)), new TurnsLoop(new HandOverSteps(NONE, board, 2)));
        RoundShare share = new ThreadTeam(both, 300).run();
        assertThat(share.failure()).isEmpty();
        assertThat(share.violations()).isZero();
        assertThat(share.counts()).doesNotContain(0L);
    }

    @Test
    void a_thread_that_fails_says_why() throws Exception {
        ThreadWork fails = (end, tally) -> {
            throw new IllegalStateException("no answer");
        };
        assertThat(new ThreadTeam(List.of(fails), 100).run().failure()).contains("no answer");
    }
}
