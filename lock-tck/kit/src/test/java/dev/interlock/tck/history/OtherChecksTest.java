// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The bounds of the belief, busy, bound and effect checks, by smallest histories. */
class OtherChecksTest {

    private static final Duration SLACK = Duration.ofNanos(2);
    private static final BeliefCheck BELIEF = new BeliefCheck(SLACK, Set.of(Action.FLUSH));
    private static final ContendedCheck BUSY = new ContendedCheck(SLACK);
    private static final CrashedHolderCheck BOUND = new CrashedHolderCheck(SLACK);

    @Test
    void a_belief_ends_by_its_own_clock_by_its_release_or_with_its_process() {
        legal(belief("a BELIEVE 0 9 OK 0 5", "b BELIEVE 5 9 OK"));
        illegal(belief("a BELIEVE 0 9 OK 0 6", "b BELIEVE 5 9 OK"));
        legal(belief("a BELIEVE 0 5 OK 0 9", "b BELIEVE 5 9 OK"));
        legal(belief("a BELIEVE 0 9 OK 0 9", "@a KILL 5 6", "b BELIEVE 5 9 OK"));
        illegal(belief("a BELIEVE 0 9 OK 0 9", "@a KILL 6 7", "b BELIEVE 5 9 OK"));
    }

    @Test
    void one_owner_may_believe_twice() {
        legal(belief("p/a BELIEVE 0 9 OK", "q/a BELIEVE 5 9 OK"));
    }

    @Test
    void a_pause_explains_what_overlaps_until_it_could_be_noticed() {
        String[] beliefs = {"a BELIEVE 0 20 OK", "b BELIEVE 10 12 OK"};
        legal(belief(beliefs[0], beliefs[1], "@a PAUSE 5 10"));
        illegal(belief(beliefs[0], beliefs[1], "@a PAUSE 5 9"));
        illegal(belief(beliefs[0], beliefs[1], "@a PAUSE 11 12"));
        illegal(belief(beliefs[0], beliefs[1], "@b PAUSE 5 15"));
    }

    @Test
    void a_pause_does_not_explain_what_a_clock_would_have_ended() {
        illegal(belief("a BELIEVE 0 20 OK 0 15", "b BELIEVE 10 12 OK", "@a PAUSE 5 10"));
        legal(belief("a BELIEVE 0 20 OK 0 10", "b BELIEVE 10 12 OK", "@a PAUSE 5 10"));
    }

    @Test
    void a_pause_explains_a_belief_that_starts_late_from_a_grant_before_it() {
        String[] beliefs = {"b BELIEVE 9 20 OK", "a BELIEVE 10 12 OK"};
        legal(belief("a ACQUIRE 0 1 OK 1 5", "@a PAUSE 2 10", beliefs[0], beliefs[1]));
        legal(belief("a ACQUIRE 9 9 OK 1 5", "@a PAUSE 2 10", beliefs[0], beliefs[1]));
        illegal(belief("a ACQUIRE 10 10 OK 1 5", "@a PAUSE 2 9", beliefs[0], beliefs[1]));
        illegal(belief("a ACQUIRE 0 1 INFO 1 5", "@a PAUSE 2 10", beliefs[0], beliefs[1]));
        illegal(belief("a ACQUIRE 0 1 OK 1 5", "@b PAUSE 2 9", beliefs[0], beliefs[1]));
        illegal(belief("a ACQUIRE 0 1 OK 1 5", "@a PAUSE 2 9", beliefs[0], beliefs[1]));
    }

    /** A thread goes on after the pause, and is seen to believe before the next holder is. */
    @Test
    void a_pause_explains_a_belief_that_starts_late_whichever_was_seen_first() {
        String[] beliefs = {"a BELIEVE 10 11 OK", "b BELIEVE 10 20 OK"};
        legal(belief("a ACQUIRE 0 1 OK 1 5", "@a PAUSE 2 9", beliefs[0], beliefs[1]));
        illegal(belief("a ACQUIRE 10 10 OK 1 5", "@a PAUSE 2 9", beliefs[0], beliefs[1]));
        illegal(belief("a ACQUIRE 0 1 OK 1 5", "@a PAUSE 2 8", beliefs[0], beliefs[1]));
        illegal(belief("a ACQUIRE 0 1 OK 1 5", "@b PAUSE 2 9", beliefs[0], beliefs[1]));
        illegal(belief("a ACQUIRE 0 1 OK 1 5", "@a PAUSE 2 9", "a BELIEVE 10 11 OK 0 9", beliefs[1]));
    }

    /** A process has several threads: another one asks after the pause, and is granted the lock later. */
    @Test
    void a_belief_comes_from_the_grant_that_its_owner_names() {
        String[] beliefs = {"b/b/2 BELIEVE 9 20 OK", "a/a/1 BELIEVE 11 12 OK"};
        String[] grants = {"a/x ACQUIRE 0 1 OK 1 5", "b/y ACQUIRE 8 9 OK 2 5", "a/z ACQUIRE 11 22 OK 3 5"};
        legal(belief(grants[0], grants[1], grants[2], "@a PAUSE 2 10", beliefs[0], beliefs[1]));
        illegal(belief(grants[0], grants[1], grants[2], "@a PAUSE 2 10", beliefs[0], "a/a/3 BELIEVE 11 12 OK"));
    }

    @Test
    void only_a_declared_weakness_explains() {
        String[] beliefs = {"a BELIEVE 0 20 OK", "b BELIEVE 10 12 OK"};
        legal(belief(beliefs[0], beliefs[1], "@ FLUSH 5 6"));
        illegal(belief(beliefs[0], beliefs[1], "@ FAIL_OVER 5 6"));
        illegal(belief("a BELIEVE 7 20 OK", beliefs[1], "@ FLUSH 5 6"));
    }

    @Test
    void a_declared_weakness_explains_a_belief_in_a_grant_from_before_it_that_was_told_after_it() {
        String[] beliefs = {"a BELIEVE 7 20 OK", "b BELIEVE 10 12 OK"};
        legal(belief("a ACQUIRE 6 7 OK 1 5", beliefs[0], beliefs[1], "@ FLUSH 5 6"));
        illegal(belief("a ACQUIRE 7 7 OK 1 5", beliefs[0], beliefs[1], "@ FLUSH 5 6"));
        illegal(belief("b ACQUIRE 6 7 OK 1 5", beliefs[0], beliefs[1], "@ FLUSH 5 6"));
        illegal(belief("a ACQUIRE 6 7 OK 1 5", beliefs[0], beliefs[1], "@ FAIL_OVER 5 6"));
    }

    /** As tokens tell: the grant that was lost is the one with the smaller token, whoever began to believe first. */
    @Test
    void a_declared_weakness_explains_an_older_grant_that_was_told_after_the_newer_one() {
        String[] beliefs = {"b BELIEVE 9 20 OK", "a BELIEVE 10 12 OK"};
        String[] grants = {"a ACQUIRE 4 10 OK 1 5", "b ACQUIRE 8 9 OK 2 5"};
        legal(belief(grants[0], grants[1], beliefs[0], beliefs[1], "@a FLUSH 5 6"));
        illegal(belief(grants[0], grants[1], beliefs[0], beliefs[1], "@b FLUSH 8 9"));
        illegal(belief(grants[0], grants[1], beliefs[0], beliefs[1], "@a FLUSH 2 3"));
        illegal(belief(grants[0], grants[1], beliefs[0], beliefs[1], "@a FLUSH 11 12"));
        illegal(belief("a ACQUIRE 4 10 OK 3 5", grants[1], beliefs[0], beliefs[1], "@a FLUSH 5 6"));
    }

    @Test
    void contention_needs_another_possible_holder() {
        illegal(busy("a ACQUIRE 0 1 FAIL"));
        legal(busy("b ACQUIRE 0 1 OK 1 5", "a ACQUIRE 1 1 FAIL"));
        illegal(busy("b ACQUIRE 2 3 OK 1 5", "a ACQUIRE 1 1 FAIL"));
        illegal(busy("a ACQUIRE 0 1 OK 1 5", "a ACQUIRE 3 3 FAIL"));
        legal(busy("b ACQUIRE 0 1 OK 1 5", "a ACQUIRE 1 1 INFO 0 99", "a ACQUIRE 2 2 FAIL"));
    }

    @Test
    void contention_ends_with_the_release_or_the_lease_of_the_other() {
        legal(busy("b ACQUIRE 0 1 OK 1 5", "b RELEASE 3 4 OK", "a ACQUIRE 4 4 FAIL"));
        illegal(busy("b ACQUIRE 0 1 OK 1 5", "b RELEASE 3 4 OK", "a ACQUIRE 5 5 FAIL"));
        legal(busy("b ACQUIRE 0 1 OK 1 5", "a ACQUIRE 8 8 FAIL"));
        illegal(busy("b ACQUIRE 0 1 OK 1 5", "a ACQUIRE 9 9 FAIL"));
        legal(busy("b ACQUIRE 0 1 OK 1 5", "b RENEW 5 6 INFO 0 5", "a ACQUIRE 15 15 FAIL"));
        illegal(busy("b ACQUIRE 0 1 OK 1 5", "b RENEW 5 6 INFO 0 5", "a ACQUIRE 16 16 FAIL"));
    }

    @Test
    void contention_may_come_from_an_acquire_of_unknown_outcome_that_is_still_on_its_way() {
        legal(busy("b ACQUIRE 0 1 INFO 0 5", "a ACQUIRE 10 10 FAIL"));
        illegal(busy("b ACQUIRE 0 1 INFO 0 5", "a ACQUIRE 11 11 FAIL"));
        legal(busy("b ACQUIRE 0 1 INFO 0 5", "b RELEASE 2 3 OK", "a ACQUIRE 10 10 FAIL"));
    }

    @Test
    void what_nobody_ended_may_be_sent_until_its_process_is_dead() {
        legal(busy("b ACQUIRE 0 - - 0 5", "a ACQUIRE 90 90 FAIL"));
        legal(busy("b ACQUIRE 0 - - 0 5", "@b KILL 6 10", "a ACQUIRE 19 19 FAIL"));
        illegal(busy("b ACQUIRE 0 - - 0 5", "@b KILL 6 10", "a ACQUIRE 20 20 FAIL"));
    }

    @Test
    void a_release_that_overlaps_a_repeated_acquire_may_have_come_before_it() {
        String release = "b RELEASE 2 9 OK";
        legal(busy("b ACQUIRE 0 1 OK 1 9", release, "b ACQUIRE 3 4 OK 2 9", "a ACQUIRE 12 12 FAIL"));
        illegal(busy("b ACQUIRE 0 1 OK 1 9", release, "a ACQUIRE 12 12 FAIL"));
    }

    @Test
    void a_killed_holder_blocks_for_its_lease_and_the_slack() {
        String[] dead = {"a ACQUIRE 0 1 OK 1 5", "@a KILL 2 2"};
        legal(bound(dead[0], dead[1], "b ACQUIRE 5 8 OK 2 5"));
        illegal(bound(dead[0], dead[1], "b ACQUIRE 5 9 OK 2 5"));
        legal(bound(dead[0], dead[1], "b ACQUIRE 8 8 FAIL", "b ACQUIRE 20 20 OK 2 5"));
        illegal(bound(dead[0], dead[1], "b ACQUIRE 9 9 FAIL", "b ACQUIRE 20 20 OK 2 5"));
        illegal(bound(dead[0], dead[1], "b ACQUIRE 9 9 FAIL"));
    }

    @Test
    void nobody_is_blamed_for_a_delay_that_was_injected() {
        String[] lines = {"a ACQUIRE 0 1 OK 1 5", "@a KILL 2 2", "b ACQUIRE 5 9 OK 2 5"};
        assertThat(bound(lines[0], lines[1], lines[2], "@b PAUSE 6 8")).isInstanceOf(Verdict.Unknown.class);
        illegal(bound(lines[0], lines[1], lines[2], "@b PAUSE 10 11"));
    }

    @Test
    void a_hold_that_was_over_before_the_kill_is_no_evidence() {
        assertThat(bound("a ACQUIRE 0 1 OK 1 5", "b ACQUIRE 6 7 OK 2 5", "@a KILL 8 8"))
                .isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void effects_of_one_resource_come_in_the_order_of_its_only_log() {
        legal(new EffectCheck().check(effects("s a 1", "s a 1", "s b 2", "t a 1")));
        illegal(new EffectCheck().check(effects("s b 2", "s a 1")));
        illegal(new EffectCheck().check(effects("s a 1", "s b 1")));
        assertThat(new EffectCheck().check(effects("s a 1", "s b 2 other"))).isInstanceOf(Verdict.Unknown.class);
    }

    /**
     * Accepted effects in the order of the log, each {@code resource owner token [log]}, with clocks that
     * run backwards.
     */
    private static History effects(String... lines) {
        List<HistoryEvent> events = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            long op = events.size();
            String log = words.length > 3 ? words[3] : "log";
            long token = Long.parseLong(words[2]);
            events.add(new HistoryEvent(-op, log, op, Phase.OK, Action.EFFECT, words[0], words[1], token, 1, 0, ""));
        }
        return History.of(events);
    }

    @Test
    void a_killed_holder_is_not_blamed_for_another_that_may_have_the_lock() {
        legal(bound(
                "a ACQUIRE 0 1 OK 1 5",
                "@a KILL 2 2",
                "c ACQUIRE 7 7 INFO 0 5",
                "b ACQUIRE 9 9 FAIL",
                "b ACQUIRE 20 20 OK 2 5"));
    }

    @Test
    void a_renewal_of_the_killed_holder_may_still_have_reached_the_store() {
        legal(bound("a ACQUIRE 0 1 OK 1 5", "a RENEW 3 99 INFO 0 5", "@a KILL 4 4", "b ACQUIRE 7 11 OK 2 5"));
        illegal(bound("a ACQUIRE 0 1 OK 1 5", "a RENEW 3 99 INFO 0 5", "@a KILL 4 4", "b ACQUIRE 7 12 OK 2 5"));
    }

    @Test
    void without_evidence_nothing_is_said() {
        assertThat(bound("a ACQUIRE 0 1 OK 1 5", "@a KILL 2 2")).isInstanceOf(Verdict.Unknown.class);
        assertThat(busy("a ACQUIRE 0 1 OK 1 5")).isInstanceOf(Verdict.Unknown.class);
        assertThat(belief("a ACQUIRE 0 1 OK 1 5")).isInstanceOf(Verdict.Unknown.class);
        assertThat(new ServerCheck(StoreModel.lease()).check(Script.of("a ACQUIRE 0 1 FAIL")))
                .isInstanceOf(Verdict.Unknown.class);
        assertThat(new EffectCheck().check(Script.of("a ACQUIRE 0 1 OK 1 5"))).isInstanceOf(Verdict.Unknown.class);
        assertThat(new Verdict.Unknown("").passes()).isFalse();
        assertThat(belief("a BELIEVE 0 1 OK").passes()).isTrue();
    }

    private static Verdict belief(String... lines) {
        return BELIEF.check(Script.of(lines));
    }

    private static Verdict busy(String... lines) {
        return BUSY.check(Script.of(lines));
    }

    private static Verdict bound(String... lines) {
        return BOUND.check(Script.of(lines));
    }

    private static void legal(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Verdict.Ok.class);
    }

    private static void illegal(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Verdict.Illegal.class);
    }
}
