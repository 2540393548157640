// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.lease;

import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockLostException;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.rules.instrument.SettableClock;
import dev.interlock.tck.rules.instrument.StepGate;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of LOSS about the handle: its own deadline, its last check and its uncertainty. */
public abstract class LossRules extends InstrumentedRuleTest {

    /** Fault C8 of {@code docs/faults.md}. */
    @Test
    @Proves(Rule.LOSS_1)
    void LOSS_1_a_holder_without_replies_is_lost_at_its_own_deadline() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        StepGate silence = gate();
        backend.onRenew(silence::before);
        String name = name();
        LockHandle handle = holdBriefly(client, name, renewed(lease()));
        Duration promised = handle.remaining();
        Stopwatch watch = new Stopwatch();
        List<LockLost> told = lossesOf(handle);
        await("the deadline passes", () -> watch.elapsed().compareTo(promised) >= 0, promised.plus(patience()));
        HandleState state = handle.state();
        require(state == HandleState.LOST, "'{}' is {} although its {} are over", name, state, promised);
        require(handle.remaining().isZero(), "'{}' is LOST with {} left", name, handle.remaining());
        await("the loss of '" + name + "' is reported", () -> !told.isEmpty());
        LossCause cause = told.get(0).cause();
        require(cause == LossCause.EXPIRED, "the cause of the loss of '{}' was {}", name, cause);
        LockClient other = client();
        await("others get '" + name + "'", () -> isFree(other, name), endOf(lease()));
        evidence(
                "LOST, told and free after {} ms, of which {} were promised; {} renewals unanswered",
                watch.elapsed().toMillis(),
                promised.toMillis(),
                silence.arrivals());
    }

    @Test
    @Proves(Rule.LOSS_1)
    void LOSS_1_setting_the_wall_clock_back_prolongs_no_hold() throws Exception {
        SettableClock clock = new SettableClock();
        LockClient client = client(ClientOptions.STANDARD.withClock(clock));
        String name = name();
        LockHandle handle = holdBriefly(client, name, unrenewed(lease()));
        Duration promised = handle.remaining();
        Stopwatch watch = new Stopwatch();
        List<LockLost> told = lossesOf(handle);
        clock.set(Duration.ofHours(-1));
        await("the deadline passes", () -> watch.elapsed().compareTo(promised) >= 0, promised.plus(patience()));
        HandleState state = handle.state();
        require(state == HandleState.LOST, "'{}' is {} although its {} are over", name, state, promised);
        require(handle.remaining().isZero(), "'{}' is LOST with {} left", name, handle.remaining());
        await("the loss of '" + name + "' is reported", () -> !told.isEmpty());
    }

    @Test
    @Proves(Rule.LOSS_1)
    void LOSS_1_setting_the_wall_clock_ahead_ends_no_hold() throws Exception {
        SettableClock clock = new SettableClock();
        LockClient client = client(ClientOptions.STANDARD.withClock(clock));
        String name = name();
        LockHandle handle = hold(client, name, unrenewed(longLease()));
        Duration promised = handle.remaining();
        Stopwatch watch = new Stopwatch();
        clock.set(Duration.ofHours(1));
        HandleState state = handle.state();
        boolean isOver = watch.elapsed().compareTo(promised) >= 0;
        require(isOver || state != HandleState.LOST, "'{}' is {} with {} left", name, state, promised);
    }

    @Test
    @Proves(Rule.LOSS_3)
    void LOSS_3_ensure_held_asks_for_the_state_and_the_time_left() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        String name = name();
        LockHandle handle = hold(client, name, unrenewed(longLease()));
        Duration left = handle.remaining();
        requirePasses(handle, Duration.ZERO);
        requirePasses(handle, left.dividedBy(2));
        requireRefuses(handle, left.plusMillis(1), HandleState.HELD);
        requireRefuses(handle, Duration.ofDays(100_000), HandleState.HELD);
        thrown(IllegalArgumentException.class, "a negative time", () -> handle.ensureHeld(Duration.ofNanos(-1)));
        backend.reportUncertain(name);
        requireRefuses(handle, Duration.ZERO, HandleState.UNCERTAIN);
        require(handle.renew(longLease()) == RenewResult.RENEWED, "'{}' could not be renewed", name);
        requirePasses(handle, Duration.ZERO);
        backend.reportLost(name);
        requireRefuses(handle, Duration.ZERO, HandleState.LOST);
        backend.takeAway(name);
        LockHandle next = hold(client, name, unrenewed(longLease()));
        require(next.release() == ReleaseResult.RELEASED, "'{}' was not released", name);
        requireRefuses(next, Duration.ZERO, HandleState.RELEASED);
    }

    private void requirePasses(LockHandle handle, Duration atLeast) {
        try {
            handle.ensureHeld(atLeast);
        } catch (LockLostException e) {
            throw broken(e, "ensureHeld({}) threw for a handle with {} left: {}", atLeast, handle.remaining(), e);
        }
    }

    private void requireRefuses(LockHandle handle, Duration atLeast, HandleState expected) {
        String what = "ensureHeld(" + atLeast + ") in state " + expected;
        LockLostException refusal = thrown(LockLostException.class, what, () -> handle.ensureHeld(atLeast));
        require(refusal.state() == expected, "{} reports {}", what, refusal.state());
    }

    @Test
    @Proves(Rule.LOSS_5)
    void LOSS_5_uncertainty_shows_at_once_and_is_over_with_a_renewal() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        StepGate gate = gate();
        backend.onRenew(gate::before);
        String name = name();
        LockHandle handle = hold(client, name, renewed(longLease()));
        Stopwatch watch = new Stopwatch();
        backend.reportUncertain(name);
        require(handle.state() == HandleState.UNCERTAIN, "after the report '{}' is {}", name, handle.state());
        await("a renewal of '" + name + "' is tried, long before it is due", () -> gate.arrivals() > 0);
        Duration tried = watch.elapsed();
        require(handle.state() == HandleState.UNCERTAIN, "without a reply '{}' is {}", name, handle.state());
        require(!handle.remaining().isZero(), "an uncertain hold of '{}' has no time left", name);
        gate.open();
        await("'" + name + "' is HELD after a confirmed renewal", () -> handle.state() == HandleState.HELD);
        evidence(
                "UNCERTAIN at once, a renewal tried after {} ms, HELD after {} ms",
                tried.toMillis(),
                watch.elapsed().toMillis());
    }

    @Test
    @Proves(Rule.LOSS_5)
    void LOSS_5_without_automatic_renewal_an_explicit_one_ends_the_uncertainty() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        String name = name();
        LockHandle handle = hold(client, name, unrenewed(longLease()));
        backend.reportUncertain(name);
        require(handle.state() == HandleState.UNCERTAIN, "after the report '{}' is {}", name, handle.state());
        RenewResult result = handle.renew(longLease());
        require(result == RenewResult.RENEWED, "the renewal of an uncertain '{}' said {}", name, result);
        require(handle.state() == HandleState.HELD, "renewed, '{}' is {}", name, handle.state());
        backend.takeAway(name);
        backend.reportUncertain(name);
        result = handle.renew(longLease());
        require(result == RenewResult.NOT_HELD, "the renewal of '{}', taken away, said {}", name, result);
        require(handle.state() == HandleState.LOST, "refused by the store, '{}' is {}", name, handle.state());
    }
}
