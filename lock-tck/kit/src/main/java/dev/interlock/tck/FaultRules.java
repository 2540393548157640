// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.process.RecordedClients;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** The rules of FAULT: the backend's declarations about its store's clock and its fail-over are true. */
abstract class FaultRules extends FaultRuleTest {

    /** Beyond any lease. */
    private static final Duration JUMP = Duration.ofHours(1);

    private static final Duration READING_ERROR = Duration.ofSeconds(5);

    @Test
    @Proves(Rule.FAULT_1)
    void FAULT_1_a_jump_of_the_stores_wall_clock_keeps_a_held_lock_or_is_shown_to_give_it_away() throws Exception {
        StoreWallClock clock = offered(fixture()::wallClock, "the fixture cannot set its store's wall clock");
        recorded(clients -> jumped(clients, clock));
    }

    private void jumped(RecordedClients clients, StoreWallClock clock) throws Exception {
        Held held = held(clients, clock::openBackend, longLease(), () -> {});
        Duration wanted = longLease().plus(JUMP);
        clients.inject(Action.JUMP_CLOCK, () -> clock.set(wanted));
        Duration ahead = clock.ahead();
        require(
                ahead.minus(wanted).abs().compareTo(READING_ERROR) < 0,
                "the store's clock was to be {} ms ahead and shows {} ms",
                wanted.toMillis(),
                ahead.toMillis());
        Situations situations = new Situations(
                Situation.SERVER_CLOCK_JUMPED, Situation.BELIEF_CLOCK_JUMPED, Situation.EFFECT_CLOCK_JUMPED);
        String what = "the store's clock was set ahead by " + wanted.toSeconds() + " s";
        if (held.other().capabilities().has(Capability.SURVIVES_CLOCK_JUMP)) {
            requireKept(held, what, situations);
        } else {
            requireGivenAway(held, what, situations, true);
        }
    }

    @Test
    @Proves(Rule.FAULT_2)
    void FAULT_2_a_fail_over_keeps_a_held_lock_or_is_shown_to_give_it_away() throws Exception {
        FailOver failOver = offered(fixture()::failOver, "the fixture has no server that takes over");
        recorded(clients -> failedOver(clients, failOver));
    }

    private void failedOver(RecordedClients clients, FailOver failOver) throws Exception {
        Held held = held(clients, failOver::openBackend, fixture().restartLease(), failOver::holdBack);
        clients.inject(Action.FAIL_OVER, failOver::run);
        Situations situations = new Situations(
                Situation.SERVER_FAILED_OVER, Situation.BELIEF_FAILED_OVER, Situation.EFFECT_FAILED_OVER);
        Capabilities declared = held.other().capabilities();
        if (declared.has(Capability.SURVIVES_FAIL_OVER)) {
            requireKept(held, failOver.description(), situations);
        } else {
            requireGivenAway(
                    held, failOver.description(), situations, declared.has(Capability.TOKENS_SURVIVE_DATA_LOSS));
        }
    }

    /** Opens both clients after the store, so that they are closed before it. */
    private Held held(
            RecordedClients clients, Supplier<? extends LockBackend> opener, Duration lease, Runnable beforeTheHold)
            throws InterruptedException {
        Party holder = party(clients, "holder", opener.get());
        Party rival = party(clients, "rival", opener.get());
        return hold(clients, holder, rival, lease, beforeTheHold);
    }

    /** The store that a hook offers. The rule is not exercised if there is none, or none on this machine. */
    private <T extends AutoCloseable> T offered(Supplier<Optional<T>> hook, String without) {
        Optional<T> offer;
        try {
            offer = hook.get();
        } catch (TestAbortedException e) {
            throw notExercised(String.valueOf(e.getMessage()));
        }
        return closing(offer.orElseThrow(() -> notExercised(without)));
    }
}
