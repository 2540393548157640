// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The tokens of a whole move grow from hold to hold: in every order of a few holds by clients of each phase, with every
 * growth of the two stores' tokens, as long as the configuration keeps to its two conditions. Without one of them, or with
 * another rule, there is an order in which a token falls.
 */
class TokensOfAMoveTest {

    private static final long SWITCH = 3;
    private static final int HOLDS = 5;
    private static final NewGeneration GENERATION = new NewGeneration(1, SWITCH);
    private static final TokenRule RULE = new TokenRule(GENERATION);
    private static final TokenRule WITHOUT = new TokenRule(null);

    /** The clients of a move. */
    private enum Client {
        OLD_ONLY,
        BOTH,
        BOTH_WITH_GENERATION,
        NEW_ONLY
    }

    /** Gives a hold in both stores its token. */
    private interface Rule {
        long token(long old, long recent);
    }

    /** Which clients may take the lock, by the next token of the old store. */
    private interface Condition {
        boolean allows(Client client, long nextOld);
    }

    /** Those that know no generation end before the old tokens reach the switch, and those on the new store begin then. */
    private static final Condition AS_DOCUMENTED = (client, nextOld) -> switch (client) {
        case OLD_ONLY, BOTH -> nextOld < SWITCH;
        case BOTH_WITH_GENERATION -> true;
        case NEW_ONLY -> nextOld >= SWITCH;
    };

    private static final Rule RAISED =
            (old, recent) -> RULE.token(old, recent, 1).orElseThrow();

    @Test
    void tokens_grow_in_every_order() {
        assertThat(grow(AS_DOCUMENTED, RAISED)).isTrue();
    }

    @Test
    void a_token_of_the_new_store_that_is_not_raised_falls() {
        assertThat(grow(AS_DOCUMENTED, (old, recent) -> old < SWITCH ? old : recent))
                .isFalse();
    }

    @Test
    void a_switch_that_each_client_makes_when_it_is_deployed_lets_tokens_fall() {
        Rule atOnce = (old, recent) -> NewGeneration.base(1) + recent;
        assertThat(grow(AS_DOCUMENTED, atOnce)).isFalse();
    }

    @Test
    void a_client_without_the_generation_after_the_switch_lets_tokens_fall() {
        for (Client late : List.of(Client.OLD_ONLY, Client.BOTH)) {
            assertThat(grow((client, old) -> client == late || AS_DOCUMENTED.allows(client, old), RAISED))
                    .isFalse();
        }
    }

    @Test
    void a_client_on_the_new_store_only_before_the_switch_lets_tokens_fall() {
        assertThat(grow((client, old) -> client == Client.NEW_ONLY || AS_DOCUMENTED.allows(client, old), RAISED))
                .isFalse();
    }

    private static boolean grow(Condition condition, Rule rule) {
        return grow(condition, rule, 1, 1, 0, HOLDS);
    }

    private static boolean grow(Condition condition, Rule rule, long old, long recent, long last, int holds) {
        if (holds == 0) {
            return true;
        }
        for (Client client : Client.values()) {
            // A store's next token is the next number, or it skips one.
            for (long step = 0; step <= 1; step++) {
                long nextOld = old + step;
                if (condition.allows(client, nextOld)) {
                    long token = token(client, rule, nextOld, recent);
                    boolean takesOld = client != Client.NEW_ONLY;
                    boolean takesNew = client != Client.OLD_ONLY;
                    if (token <= last
                            || !grow(
                                    condition,
                                    rule,
                                    takesOld ? nextOld + 1 : nextOld,
                                    takesNew ? recent + 1 : recent,
                                    token,
                                    holds - 1)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private static long token(Client client, Rule rule, long old, long recent) {
        return switch (client) {
            case OLD_ONLY -> old;
            case BOTH -> WITHOUT.token(old, recent, 1).orElseThrow();
            case BOTH_WITH_GENERATION -> rule.token(old, recent);
            case NEW_ONLY -> rule.token(Long.MAX_VALUE >> 11, recent);
        };
    }

    @Test
    void a_block_of_tokens_that_passes_the_switch_is_still_of_the_old_store() {
        assertThat(RULE.token(SWITCH - 1, 7, 10)).hasValue(SWITCH - 1);
        assertThat(RULE.token(SWITCH, 7, 10)).hasValue((1L << 53) + 7);
    }

    @Test
    void tokens_without_room_are_refused() {
        long room = 1L << 53;
        assertThat(RULE.token(SWITCH, room - 10, 10)).hasValue(2 * room - 10);
        assertThat(RULE.token(SWITCH, room - 9, 10)).isEmpty();
        assertThat(RULE.token(room - 10, 7, 10)).hasValue(room + 7);
        assertThat(RULE.token(room - 9, 7, 10)).isEmpty();
        TokenRule last = new TokenRule(new NewGeneration(NewGeneration.MOST, SWITCH));
        assertThat(last.token(SWITCH, room - 1, 1)).hasValue(Long.MAX_VALUE);
    }

    @Test
    void a_second_move_starts_from_the_tokens_of_the_first() {
        TokenRule second = new TokenRule(new NewGeneration(2, (1L << 53) + 20));
        assertThat(second.token((1L << 53) + 19, 1, 1)).hasValue((1L << 53) + 19);
        assertThat(second.token((1L << 53) + 20, 1, 1)).hasValue((2L << 53) + 1);
    }
}
