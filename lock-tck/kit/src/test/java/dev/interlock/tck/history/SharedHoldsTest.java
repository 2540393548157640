// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.spi.Share;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The checks of histories, for locks that several may hold. */
class SharedHoldsTest {

    /** Each build takes a part of them. */
    private static final int HISTORIES = Integer.getInteger("interlock.history.count", 25_000);

    @Test
    void the_server_check_agrees_with_trying_everything_out() {
        int illegal = 0;
        for (long seed = 1; seed <= HISTORIES; seed++) {
            RandomShares random = new RandomShares(seed);
            Verdict verdict = new ServerCheck(StoreModel.lease()).check(random.history());
            assertThat(verdict.passes())
                    .as(
                            "seed %d: %s%n%s",
                            seed,
                            verdict,
                            random.history().events().stream()
                                    .map(EventLine::write)
                                    .collect(Collectors.joining("\n")))
                    .isEqualTo(random.isPossible());
            illegal += verdict.passes() ? 0 : 1;
        }
        assertThat(illegal).as("illegal histories").isBetween(HISTORIES / 5, HISTORIES * 4 / 5);
    }

    @Test
    void the_server_check_names_the_holds_that_are_together_too_many() {
        History history =
                Script.of("p1 ACQUIRE:1/2 0 1 OK 1 100", "p2 ACQUIRE:1/2 2 3 OK 2 100", "p3 ACQUIRE:1/2 4 5 OK 3 100");
        Verdict verdict = new ServerCheck(StoreModel.lease()).check(history);
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Illegal.class,
                        illegal -> assertThat(illegal.story())
                                .contains(
                                        "p1 had the lock with token 1", "p3 was granted token 3", "more than 2 units"));
    }

    @Test
    void the_server_check_names_a_grant_before_the_one_with_a_smaller_token() {
        History history = Script.of(
                "p1 ACQUIRE:2/2 0 1 OK 1 0",
                "p1 RELEASE:2/2 20 21 OK",
                "p2 ACQUIRE:1/2 2 30 OK 2 100",
                "p3 ACQUIRE:1/2 3 10 OK 3 100");
        Verdict verdict = new ServerCheck(StoreModel.lease()).check(history);
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Illegal.class,
                        illegal -> assertThat(illegal.story()).contains("token 3"));
    }

    @Test
    void the_belief_check_counts_the_units_of_all_believers() {
        assertThat(beliefs("p1 BELIEVE:1/2 0 9 OK", "p2 BELIEVE:1/2 1 9 OK").passes())
                .isTrue();
        assertThat(beliefs("p1 BELIEVE:1/2 0 9 OK", "p2 BELIEVE:1/2 1 3 OK", "p3 BELIEVE:1/2 3 9 OK")
                        .passes())
                .isTrue();
        assertThat(beliefs("p1 BELIEVE:1/2 0 9 OK", "p2 BELIEVE:1/2 1 9 OK", "p3 BELIEVE:1/2 2 9 OK"))
                .isInstanceOfSatisfying(
                        Verdict.Illegal.class,
                        illegal -> assertThat(illegal.story()).contains("p1", "p3", "more than 2 units"));
        assertThat(beliefs("p1 BELIEVE:1/2 0 9 OK", "p2 BELIEVE:2/2 1 9 OK"))
                .isInstanceOfSatisfying(
                        Verdict.Illegal.class,
                        illegal -> assertThat(illegal.story()).contains("two believers"));
    }

    @Test
    void several_believers_with_one_grant_count_once() {
        assertThat(beliefs("p1/o BELIEVE:1/2 0 9 OK", "p1/o BELIEVE:1/2 1 9 OK", "p2 BELIEVE:1/2 2 9 OK")
                        .passes())
                .isTrue();
    }

    @Test
    void believers_with_different_limits_do_not_belong_together() {
        assertThat(beliefs("p1 BELIEVE:1/2 0 9 OK", "p2 BELIEVE:1/3 1 9 OK").passes())
                .isFalse();
    }

    @Test
    void a_pause_explains_one_believer_too_many_and_no_more() {
        assertThat(beliefs(
                                "p1 BELIEVE:1/2 0 9 OK",
                                "@p1 PAUSE:1/2 1 9",
                                "p2 BELIEVE:1/2 2 9 OK",
                                "p3 BELIEVE:1/2 3 9 OK")
                        .passes())
                .isTrue();
        assertThat(beliefs(
                                "p1 BELIEVE:1/2 0 9 OK",
                                "@p1 PAUSE:1/2 1 9",
                                "p2 BELIEVE:1/2 2 9 OK",
                                "p3 BELIEVE:1/2 3 9 OK",
                                "p4 BELIEVE:1/2 4 9 OK")
                        .passes())
                .isFalse();
    }

    private static Verdict beliefs(String... lines) {
        return new BeliefCheck(Duration.ZERO, Set.of()).check(Script.of(lines));
    }

    @Test
    void a_part_is_read_from_the_name_that_its_handle_has() {
        assertThat(LockPart.of("a/b/read#1")).isEqualTo(LockPart.shared("a/b", Share.READ));
        assertThat(LockPart.of("a/write")).isEqualTo(LockPart.shared("a", Share.WRITE));
        assertThat(LockPart.of("a/2-of-5#7")).isEqualTo(LockPart.shared("a", new Share(2, 5)));
        assertThat(LockPart.of("a/reader")).isEqualTo(LockPart.exclusive("a/reader"));
        assertThat(LockPart.of("a/2-of-5#7").name()).isEqualTo("a");
        assertThat(LockPart.exclusive("a").name()).isEqualTo("a");
    }
}
