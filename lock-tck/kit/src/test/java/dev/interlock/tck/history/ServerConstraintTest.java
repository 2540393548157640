// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Each constraint of the server check by its smallest history: with the last line it is broken, and just kept without
 * or else.
 */
class ServerConstraintTest {

    private static final StoreModel LEASE = StoreModel.lease();
    private static final StoreModel EXACT = StoreModel.lease().overstaying(Duration.ZERO);

    @Test
    void tokens_differ() {
        legal(LEASE, "a ACQUIRE 0 0 OK 1 1", "b ACQUIRE 9 9 OK 2 1");
        illegal(LEASE, "given out twice", "a ACQUIRE 0 0 OK 1 1", "b ACQUIRE 9 9 OK 1 1");
    }

    @Test
    void a_block_of_tokens_is_taken_as_a_whole() {
        legal(LEASE, "a ACQUIRE 0 0 OK 1-3 1", "b ACQUIRE 9 9 OK 4 1");
        illegal(LEASE, "given out twice", "a ACQUIRE 0 0 OK 1-3 1", "b ACQUIRE 9 9 OK 3 1");
    }

    @Test
    void grants_come_in_the_order_of_their_tokens() {
        illegal(LEASE, "tokens must grow", "a ACQUIRE 5 5 OK 1 0", "b ACQUIRE 4 4 OK 2 0");
        legal(LEASE, "a ACQUIRE 4 5 OK 1 0", "b ACQUIRE 4 4 OK 2 0");
    }

    @Test
    void a_promise_is_kept() {
        illegal(LEASE, "two owners", "a ACQUIRE 0 0 OK 1 5", "b ACQUIRE 4 4 OK 2 5");
        legal(LEASE, "a ACQUIRE 0 0 OK 1 5", "b ACQUIRE 4 5 OK 2 5");
    }

    @Test
    void a_promise_starts_with_the_grant_or_with_the_invoke() {
        String[] lines = {"a ACQUIRE 0 0 OK 1 5", "b ACQUIRE 0 5 OK 2 5", "c ACQUIRE 6 9 OK 3 5"};
        illegal(LEASE, "two owners", lines);
        legal(LEASE.promisingFromInvoke(), lines);
        illegal(
                LEASE.promisingFromInvoke(),
                "two owners",
                "a ACQUIRE 0 0 OK 1 5",
                "b ACQUIRE 2 5 OK 2 5",
                "c ACQUIRE 6 6 OK 3 5");
    }

    @Test
    void a_hold_begins_behind_its_predecessor_even_if_it_was_asked_for_before() {
        illegal(LEASE, "two owners", "a ACQUIRE 0 0 OK 1 9", "b ACQUIRE 0 9 OK 2 5", "c ACQUIRE 0 13 OK 3 0");
    }

    @Test
    void a_renewal_prolongs_the_promise() {
        illegal(LEASE, "renewed no earlier than", "a ACQUIRE 0 0 OK 1 5", "a RENEW 4 4 OK 1 5", "b ACQUIRE 8 8 OK 2 5");
        legal(LEASE, "a ACQUIRE 0 0 OK 1 5", "a RENEW 4 4 INFO 0 5", "b ACQUIRE 8 8 OK 2 5");
    }

    @Test
    void a_repeated_acquire_prolongs_the_promise() {
        illegal(LEASE, "two owners", "a ACQUIRE 0 0 OK 1 5", "a ACQUIRE 4 4 OK 1 5", "b ACQUIRE 8 8 OK 2 5");
        legal(LEASE, "a ACQUIRE 0 3 INFO 0 5", "a ACQUIRE 4 4 OK 1 5", "b ACQUIRE 9 9 OK 2 5");
    }

    @Test
    void a_release_does_not_come_before_its_request() {
        illegal(LEASE, "two owners", "a ACQUIRE 0 0 OK 1 9", "a RELEASE 4 6 OK", "b ACQUIRE 3 3 OK 2 5");
        legal(LEASE, "a ACQUIRE 0 0 OK 1 9", "a RELEASE 4 6 OK", "b ACQUIRE 3 4 OK 2 5");
    }

    @Test
    void a_release_does_not_come_after_its_reply() {
        String[] before = {"a ACQUIRE 0 0 OK 1 9", "b ACQUIRE 0 10 OK 2 5"};
        illegal(LEASE, "two owners", before[0], before[1], "b RELEASE 5 8 OK");
        legal(LEASE, before[0], before[1], "b RELEASE 5 9 OK");
    }

    @Test
    void a_release_of_unknown_outcome_may_end_a_hold_but_not_before_its_request() {
        legal(LEASE, "a ACQUIRE 0 0 OK 1 9", "a RELEASE 4 6 INFO", "b ACQUIRE 4 4 OK 2 5");
        illegal(LEASE, "two owners", "a ACQUIRE 0 0 OK 1 9", "a RELEASE 4 6 INFO", "b ACQUIRE 3 3 OK 2 5");
    }

    @Test
    void what_is_confirmed_lies_before_the_end() {
        String[] lines = {"a ACQUIRE 0 0 OK 1 9", "@ FLUSH 1 9", "b ACQUIRE 3 3 OK 2 9"};
        legal(LEASE, lines);
        illegal(LEASE, "two owners", lines[0], lines[1], lines[2], "a RENEW 4 5 OK 1 9");
    }

    @Test
    void an_injected_end_counts_from_its_begin_and_only_for_grants_before_it_was_over() {
        legal(LEASE, "a ACQUIRE 0 0 OK 1 9", "@ FLUSH 2 3", "b ACQUIRE 2 2 OK 2 9");
        illegal(LEASE, "two owners", "a ACQUIRE 0 0 OK 1 9", "@ FLUSH 3 4", "b ACQUIRE 2 2 OK 2 9");
        illegal(LEASE, "two owners", "@ FLUSH 2 3", "a ACQUIRE 4 4 OK 1 9", "b ACQUIRE 5 5 OK 2 9");
    }

    @Test
    void an_injected_end_counts_for_whom_it_hit() {
        String[] lines = {"p/a ACQUIRE 0 0 OK 1 9", "q/b ACQUIRE 4 4 OK 2 9"};
        legal(LEASE, lines[0], "@p FLUSH 2 3", lines[1]);
        legal(LEASE, lines[0], "@a END_SESSION 2 3", lines[1]);
        illegal(LEASE, "two owners", lines[0], "@q FLUSH 2 3", lines[1]);
    }

    @Test
    void what_breaks_a_connection_ends_holds_only_where_they_belong_to_it() {
        for (String fault : List.of("@p KILL", "@p KILL_CONNECTION", "@ RESTART", "@p PARTITION")) {
            String[] lines = {"p/a ACQUIRE 0 0 OK 1 9", fault + " 2 3", "q/b ACQUIRE 4 4 OK 2 9"};
            illegal(LEASE, "two owners", lines);
            legal(LEASE.endingWithConnection(), lines);
        }
        illegal(
                LEASE.endingWithConnection(),
                "two owners",
                "a ACQUIRE 0 0 OK 1 9",
                "@ FAIL_OVER 2 3",
                "b ACQUIRE 4 4 OK 2 9");
    }

    @Test
    void a_request_sent_after_a_fault_and_confirmed_proves_that_the_hold_survived_it() {
        String[] lines = {"a ACQUIRE 0 0 OK 1 9", "@ FLUSH 1 3", "b ACQUIRE 5 5 OK 2 0"};
        legal(LEASE, lines[0], lines[1], "a RENEW 3 4 OK 1 9", lines[2]);
        illegal(LEASE, "two owners", lines[0], lines[1], "a RENEW 4 4 OK 1 9", lines[2]);
        legal(LEASE, lines[0], lines[1], "a RENEW 4 4 INFO 0 9", lines[2]);
    }

    @Test
    void a_lease_that_ran_out_does_not_come_back() {
        illegal(EXACT, "came back", "a ACQUIRE 0 1 OK 1 5", "a RENEW 7 8 OK 1 5");
        legal(EXACT, "a ACQUIRE 0 1 OK 1 5", "a RENEW 6 8 OK 1 5");
        legal(EXACT.overstaying(Duration.ofNanos(1)), "a ACQUIRE 0 1 OK 1 5", "a RENEW 7 8 OK 1 5");
        legal(LEASE, "a ACQUIRE 0 1 OK 1 5", "a RENEW 7 8 OK 1 5");
    }

    @Test
    void a_lease_that_ran_out_is_not_released() {
        illegal(EXACT, "came back", "a ACQUIRE 0 1 OK 1 5", "a RELEASE 7 8 OK");
        legal(EXACT, "a ACQUIRE 0 1 OK 1 5", "a RELEASE 6 8 OK");
    }

    @Test
    void a_renewal_of_unknown_outcome_carries_over_once() {
        String[] lines = {"a ACQUIRE 0 0 OK 1 5", "a RENEW 4 4 INFO 0 5", "a RENEW 10 10 OK 1 5"};
        legal(EXACT, lines);
        illegal(EXACT, "came back", lines[0], lines[1], "a RENEW 11 11 OK 1 5");
        illegal(EXACT, "came back", lines[0], lines[1], lines[2], "a RENEW 16 16 OK 1 5");
    }

    @Test
    void an_acquire_of_unknown_outcome_that_was_the_grant_does_not_prolong_it() {
        illegal(EXACT, "came back", "a ACQUIRE 0 1 INFO 0 2", "a RENEW 2 2 OK 1 2", "a RENEW 5 5 OK 1 2");
        legal(EXACT, "a ACQUIRE 0 1 INFO 0 2", "a RENEW 2 2 OK 1 2", "a RENEW 4 4 OK 1 2");
    }

    @Test
    void not_owner_proves_that_the_hold_was_over() {
        illegal(LEASE, "lost early", "a ACQUIRE 0 0 OK 1 9", "a RENEW 5 8 FAIL");
        illegal(LEASE, "lost early", "a ACQUIRE 0 0 OK 1 9", "a RELEASE 5 8 FAIL");
        legal(LEASE, "a ACQUIRE 0 0 OK 1 9", "a RENEW 5 9 FAIL");
    }

    @Test
    void not_owner_before_a_confirmation_proves_that_the_grant_came_later() {
        legal(LEASE, "a ACQUIRE 0 1 INFO 0 1", "a RELEASE 2 3 FAIL", "a ACQUIRE 4 5 OK 1 9");
        illegal(LEASE, "came back", "a ACQUIRE 0 1 OK 1 1", "a RELEASE 2 3 FAIL", "a ACQUIRE 4 5 OK 1 9");
        illegal(
                LEASE,
                "came back",
                "a ACQUIRE 0 1 INFO 0 1",
                "a RENEW 0 1 OK 1 9",
                "a RELEASE 2 3 FAIL",
                "a RENEW 4 5 OK 1 9");
    }

    @Test
    void nobody_owns_what_was_never_granted() {
        illegal(
                LEASE,
                "can have been granted by then",
                "a ACQUIRE 0 0 FAIL",
                "a RELEASE 1 1 OK",
                "b ACQUIRE 9 9 OK 1 1");
        illegal(LEASE, "can have been granted by then", "a RENEW 1 1 OK 1 1");
        illegal(LEASE, "can have been granted by then", "a RENEW 1 1 OK 1 1", "a ACQUIRE 2 3 OK 1 1");
        legal(LEASE, "a ACQUIRE 0 0 INFO", "a RELEASE 1 1 OK", "b ACQUIRE 9 9 OK 1 1");
    }

    @Test
    void a_hold_ends_once() {
        String[] lines = {"a ACQUIRE 0 0 OK 1 9", "a RELEASE 1 2 OK"};
        legal(LEASE, lines);
        illegal(LEASE, "had released already, between 0.0", lines[0], lines[1], "a RELEASE 3 4 OK");
        illegal(LEASE, "had released it", lines[0], lines[1], "a RENEW 3 4 OK 1 9");
        illegal(LEASE, "was told 'not owner'", lines[0], "a RELEASE 1 2 FAIL", "a RENEW 3 4 OK 1 9");
        illegal(LEASE, "a second grant while", lines[0], "a ACQUIRE 3 4 OK 2 9");
    }

    @Test
    void a_hold_of_unknown_token_needs_a_gap() {
        String[] lines = {"a ACQUIRE 0 0 OK 1 5", "b ACQUIRE 6 6 OK 2 5", "c ACQUIRE 0 1 INFO 0 1"};
        legal(LEASE, lines[0], lines[1], lines[2], "c RELEASE 2 5 OK");
        legal(LEASE, lines[0], lines[1], lines[2], "c RELEASE 6 8 OK");
        illegal(LEASE, "belonged to others", lines[0], lines[1], lines[2], "c RELEASE 2 4 OK");
        illegal(LEASE, "belonged to others", lines[0], lines[1], lines[2], "c RELEASE 7 8 OK");
    }

    private static void legal(StoreModel model, String... lines) {
        assertThat(new ServerCheck(model).check(Script.of(lines))).isInstanceOf(Verdict.Ok.class);
    }

    private static void illegal(StoreModel model, String words, String... lines) {
        assertThat(new ServerCheck(model).check(Script.of(lines)))
                .isInstanceOfSatisfying(
                        Verdict.Illegal.class,
                        illegal -> assertThat(illegal.story()).contains(words));
    }
}
