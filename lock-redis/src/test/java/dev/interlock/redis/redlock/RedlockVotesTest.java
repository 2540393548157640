// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.redis.redlock.RedlockVotes.Vote;
import dev.interlock.redis.redlock.RedlockVotes.Vote.Granted;
import dev.interlock.redis.redlock.RedlockVotes.Vote.Held;
import dev.interlock.redis.redlock.RedlockVotes.Vote.Refused;
import dev.interlock.redis.redlock.RedlockVotes.Vote.Silent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a try comes to that several servers have voted on. */
class RedlockVotesTest {

    private static final LockName NAME = new LockName("orders/42");
    private static final Vote OURS = new Granted(7, false);
    private static final Vote THEIRS = new Held("a1", 900);
    private static final Vote NO = new Refused(new LockUnavailableException("is loading", null), true);
    private static final Vote NEVER = new Refused(new LockUnavailableException("wants a login", null), false);
    private static final Vote NOTHING = new Silent(new IllegalStateException("reply lost"));

    /** Those of as many servers as there are; null for one that has said nothing so far. */
    private static RedlockVotes of(@Nullable Vote... votes) {
        return new RedlockVotes(Arrays.asList(votes), votes.length / 2 + 1);
    }

    @Test
    void a_majority_grants_whatever_the_others_say() {
        assertThat(of(OURS, null, OURS).isGranted()).isTrue();
        assertThat(of(OURS, null, OURS).isDecided()).isTrue();
        assertThat(of(OURS, NOTHING, NO).isGranted()).isFalse();
        assertThat(of(OURS, OURS, THEIRS, THEIRS, NO).isGranted()).isFalse();
        assertThat(of(OURS, OURS, THEIRS, THEIRS, OURS).granted()).isEqualTo(3);
    }

    @Test
    void the_token_counts_that_a_majority_gave() {
        assertThat(of(OURS, new Granted(9, false), OURS).agreedToken()).hasValue(7);
        assertThat(of(OURS, new Granted(9, false), new Granted(8, false)).agreedToken())
                .isEmpty();
        assertThat(of(OURS, new Granted(9, false), null).highestToken()).isEqualTo(9);
    }

    /** An earlier try was granted by two servers, and this one asks a third as well. */
    @Test
    void the_token_of_an_earlier_try_is_waited_for() {
        Vote again = new Granted(7, true);
        assertThat(of(again, new Granted(9, false), null).mayHaveBeenAgreed()).isTrue();
        assertThat(of(again, new Granted(9, false), again).mayHaveBeenAgreed()).isFalse();
        assertThat(of(again, new Granted(9, false), new Granted(8, false)).mayHaveBeenAgreed())
                .isFalse();
        assertThat(of(OURS, new Granted(9, false), null).mayHaveBeenAgreed()).isFalse();
    }

    @Test
    void it_is_held_if_one_other_attempt_has_a_majority() {
        assertThat(of(THEIRS, null, THEIRS).isHeldByOther()).isTrue();
        assertThat(of(THEIRS, null, THEIRS).isDecided()).isTrue();
        assertThat(of(THEIRS, new Held("b2", 900), NOTHING).isHeldByOther()).isFalse();
        assertThat(of(THEIRS, new Held("b2", 900), NOTHING).isDecided()).isFalse();
    }

    @Test
    void without_the_votes_of_a_majority_no_attempt_gets_it() {
        assertThat(of(NO, NOTHING, OURS).isOutOfReach()).isTrue();
        assertThat(of(NO, NO, OURS).isOutOfReach()).isTrue();
        assertThat(of(NOTHING, NOTHING, OURS).isOutOfReach()).isTrue();
        assertThat(of(NO, null, OURS).isOutOfReach()).isFalse();
        assertThat(of(NO, NOTHING, OURS, OURS, THEIRS).isOutOfReach()).isFalse();
    }

    @Test
    void a_server_that_did_not_answer_may_have_granted_it() {
        assertThat(of(OURS, NOTHING, NO).isUnsure()).isTrue();
        assertThat(of(OURS, NOTHING, NO).unsure()).hasMessage("reply lost");
        assertThat(of(OURS, null, NO).isUnsure()).isFalse();
    }

    @Test
    void of_attempts_that_divide_the_servers_the_one_with_the_first_vote_goes_on() {
        assertThat(of(NO, OURS, THEIRS).goesOn()).isTrue();
        assertThat(of(null, THEIRS, OURS).goesOn()).isFalse();
        assertThat(of(NO, NOTHING, null).goesOn()).isFalse();
    }

    @Test
    void the_rest_is_that_of_the_first_lease_to_end() {
        assertThat(of(THEIRS, new Held("b2", 0), new Held("c3", -1)).remainingMillis())
                .hasValue(0);
        assertThat(of(THEIRS, new Held("b2", 901), OURS).remainingMillis()).hasValue(900);
        assertThat(of(new Held("c3", -1), OURS, null).remainingMillis()).isEmpty();
    }

    @Test
    void it_may_heal_while_a_majority_may_grant_it_later() {
        assertThat(of(NEVER, NO, NOTHING).mayHeal()).isTrue();
        assertThat(of(NEVER, NEVER, OURS).mayHeal()).isFalse();
        assertThat(of(NO, NO, NO).mayHeal()).isTrue();
    }

    @Test
    void the_messages_count_votes_and_name_the_first_cause() {
        assertThat(of(OURS, NOTHING, NEVER).outOfReach(NAME, "3 servers"))
                .hasMessage("'orders/42' not acquired: only 1 of 3 servers gave a vote, and 2 are needed; another said:"
                        + " reply lost")
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThat(of(NEVER, NOTHING, THEIRS).outOfReach(NAME, "3 servers")).hasMessageEndingWith("wants a login");
        assertThat(of(OURS, OURS, new Granted(8, false)).unsettled(NAME, "3 servers"))
                .hasMessage("'orders/42' not acquired: a majority of 3 servers granted it, but did not confirm its"
                        + " fencing token in time");
    }
}
