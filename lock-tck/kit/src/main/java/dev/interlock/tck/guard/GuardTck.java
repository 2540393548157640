// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.guard;

import static dev.interlock.tck.guard.GuardScenario.PAUSED_BEFORE_THE_WRITE;
import static dev.interlock.tck.guard.GuardScenario.PAUSED_WITHIN_THE_WRITE;
import static dev.interlock.tck.guard.GuardScenario.SEVERAL_STEPS;
import static dev.interlock.tck.guard.GuardScenario.WRITES_AS_THE_NEWER_BEGINS;
import static dev.interlock.tck.guard.GuardScenario.WRITES_BETWEEN_READ_AND_WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingDomain;
import dev.interlock.tck.LockFixture;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * The requirements for every guard, on a real lock with two holds. A guard's test extends this class in the module of
 * the guard. The tests also show that the resource <em>is</em> corrupted in the same scenarios without a guard, or with
 * a guard that is used wrongly. A scenario that does no harm would prove nothing.
 */
public abstract class GuardTck {

    private static final String NAME = "order:42";

    /** For subclasses. */
    protected GuardTck() {}

    /**
     * Returns the fixture of the locks.
     *
     * @return a fixture with {@linkplain LockFixture#storeHooks() hooks}
     */
    protected abstract LockFixture fixture();

    /**
     * Creates a number behind the guard under test.
     *
     * @param lockName the lock that belongs to it
     * @return a new store, at 0
     */
    protected abstract GuardedStore guardedStore(String lockName);

    @Test
    void a_guard_that_claims_first_keeps_the_resource_whole() {
        for (GuardScenario scenario : GuardScenario.values()) {
            GuardOutcome outcome = play(scenario, GuardUse.CLAIM_FIRST);
            assertWhole(outcome);
            assertTrue(outcome.isServed(), () -> scenario + " is not served: " + outcome);
        }
    }

    /**
     * A holder that reads after the other's write loses nothing, with or without a claim. That scenario is there for a
     * claim that comes too late.
     */
    @Test
    void control_without_a_guard_the_resource_is_corrupted_by_each_fault() {
        for (GuardScenario scenario : EnumSet.complementOf(EnumSet.of(WRITES_AS_THE_NEWER_BEGINS, SEVERAL_STEPS))) {
            assertCorrupted(play(scenario, GuardUse.NO_GUARD));
        }
    }

    @Test
    void a_check_at_the_write_alone_catches_the_paused_writer() {
        assertWhole(play(PAUSED_BEFORE_THE_WRITE, GuardUse.CHECK_AT_THE_WRITE));
    }

    @Test
    void a_check_at_the_write_alone_loses_an_effect_between_read_and_write() {
        assertCorrupted(play(WRITES_BETWEEN_READ_AND_WRITE, GuardUse.CHECK_AT_THE_WRITE));
    }

    @Test
    void a_claim_after_the_read_is_too_late() {
        assertCorrupted(play(WRITES_AS_THE_NEWER_BEGINS, GuardUse.CLAIM_AFTER_THE_READ));
    }

    @Test
    void a_claim_apart_from_the_effect_does_not_guard_it() {
        assertCorrupted(play(PAUSED_WITHIN_THE_WRITE, GuardUse.CLAIM_APART));
    }

    @Test
    void an_older_token_is_refused_with_what_was_offered_and_seen_and_the_same_is_accepted_again() {
        GuardedStore store = guardedStore(NAME);
        FencingClaim claim = claim(1, 18);
        store.claim(claim);
        store.claim(claim);
        StaleTokenException refused = assertRefused(
                store, claim(1, 17), "'" + NAME + "'", "token 17 of tck-guard/1", "token 18 of tck-guard/1");
        assertEquals(17, refused.token());
        assertEquals(18, refused.seenToken());
        assertEquals(0, store.claimAndRead(claim));
    }

    /**
     * Compares tokens beyond 2^53, where a floating-point number would treat neighbours as equal, and tokens whose
     * decimal text differs in length.
     */
    @Test
    void tokens_are_compared_exactly_up_to_the_largest() {
        long[] tokens = {9, 10, 1L << 53, (1L << 53) + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE};
        GuardedStore store = guardedStore(NAME);
        for (int i = 0; i < tokens.length; i++) {
            store.claim(claim(1, tokens[i]));
            for (int older = 0; older < i; older++) {
                assertRefused(store, claim(1, tokens[older]));
            }
        }
    }

    @Test
    void another_store_is_a_new_generation_with_tokens_of_its_own_and_shuts_the_old_one_out() {
        GuardedStore store = guardedStore(NAME);
        store.claim(claim(9, 1_763_000_000_000_000L));
        store.claim(claim(10, 5));
        assertRefused(store, claim(9, 1_763_000_000_000_001L), "token 5 of tck-guard/10");
        store.claim(claim(10, 6));
        assertRefused(store, claim(10, 5));
    }

    @Test
    void names_and_domains_do_not_meet() {
        GuardedStore store = guardedStore(NAME);
        store.claim(claim(1, 18));
        store.claim(new FencingDomain("tck-guard", 1).claim("ORDER:42", 17));
        store.claim(new FencingDomain("tck-guard ", 1).claim(NAME, 17));
        store.claim(new FencingDomain("tck", 1).claim("guard:" + NAME, 17));
    }

    @Test
    void a_reader_from_before_a_write_is_refused() {
        assertRight(SharedScenario.READER_FROM_BEFORE_A_WRITE);
    }

    @Test
    void a_writer_from_before_a_reader_is_refused() {
        assertRight(SharedScenario.WRITER_FROM_BEFORE_A_READER);
    }

    @Test
    void readers_do_not_refuse_each_other() {
        assertRight(SharedScenario.TWO_READERS);
    }

    @Test
    void readers_do_not_refuse_each_other_in_the_other_order_and_the_greatest_counts() {
        assertRight(SharedScenario.TWO_READERS_THE_OTHER_WAY);
    }

    @Test
    void a_writer_from_before_another_is_refused() {
        assertRight(SharedScenario.WRITER_FROM_BEFORE_A_WRITE);
    }

    @Test
    void a_reader_is_refused_once_a_later_writer_has_claimed_though_it_has_not_written() {
        assertRight(SharedScenario.READER_AFTER_A_LATER_WRITERS_CLAIM);
    }

    @Test
    void the_first_reader_of_a_new_generation_excludes_the_old_one() {
        assertRight(SharedScenario.READER_OF_A_NEW_GENERATION);
    }

    @Test
    void tokens_of_readers_and_writers_are_compared_exactly() {
        assertRight(SharedScenario.LARGE_TOKENS);
    }

    @Test
    void a_refused_reader_learns_its_lock_its_token_and_the_writers() {
        FencingDomain domain = new FencingDomain("tck-guard", 1);
        GuardedStore store = guardedStore("prices/write");
        store.claimAndWrite(domain.writing("prices/write", 18), 1, () -> {});
        StaleTokenException refused = assertThrows(
                StaleTokenException.class, () -> store.claimAndWrite(domain.reading("prices/read#1", 17), 2));
        assertEquals("prices/read", refused.lockName());
        assertEquals(17, refused.token());
        assertEquals(18, refused.seenToken());
    }

    @Test
    void a_refused_writer_learns_its_lock_its_token_and_the_readers() {
        FencingDomain domain = new FencingDomain("tck-guard", 1);
        GuardedStore store = guardedStore("prices/write");
        store.claimAndWrite(domain.reading("prices/read", 18), 1);
        StaleTokenException refused =
                assertThrows(StaleTokenException.class, () -> store.claim(domain.writing("prices/write", 17)));
        assertEquals("prices/write", refused.lockName());
        assertEquals(17, refused.token());
        assertEquals(18, refused.seenToken());
    }

    private void assertRight(SharedScenario scenario) {
        assertEquals(List.of(), scenario.play(guardedStore("prices/write"), "prices"));
    }

    private static void assertWhole(GuardOutcome outcome) {
        assertTrue(outcome.isWhole(), () -> "corrupted: " + outcome);
    }

    private static void assertCorrupted(GuardOutcome outcome) {
        assertFalse(outcome.isWhole(), () -> "a control that does no harm: " + outcome);
    }

    private static StaleTokenException assertRefused(GuardedStore store, FencingClaim claim, String... words) {
        StaleTokenException refused = assertThrows(StaleTokenException.class, () -> store.claim(claim));
        for (String word : words) {
            assertTrue(String.valueOf(refused.getMessage()).contains(word), () -> word + " is not in: " + refused);
        }
        return refused;
    }

    private static FencingClaim claim(int generation, long token) {
        return new FencingDomain("tck-guard", generation).claim(NAME, token);
    }

    private GuardOutcome play(GuardScenario scenario, GuardUse use) {
        return play(scenario, use, fixture(), this::guardedStore);
    }

    /**
     * Plays a scenario with two holds of a new lock.
     *
     * @param scenario the order of steps
     * @param use how the guard is used
     * @param fixture the locks
     * @param stores creates the number that belongs to a lock
     * @return the result
     */
    protected static GuardOutcome play(
            GuardScenario scenario, GuardUse use, LockFixture fixture, Function<String, GuardedStore> stores) {
        try (OverlappingHolds holds = new OverlappingHolds(fixture)) {
            GuardedStore store = stores.apply(holds.older().lock().value());
            return scenario.play(store, use, holds.older(), holds.newer());
        }
    }
}
