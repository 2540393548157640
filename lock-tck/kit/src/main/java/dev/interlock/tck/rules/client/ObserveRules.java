// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.client;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.rules.instrument.RecordingListener;
import dev.interlock.tck.rules.instrument.StepGate;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rules of OBS about the events that listeners get. */
public abstract class ObserveRules extends InstrumentedRuleTest {

    private static final Duration SHORT = Duration.ofMillis(40);

    @Test
    @Proves(Rule.OBS_1)
    void OBS_1_the_life_of_a_hold_is_told_in_order() throws Exception {
        RecordingListener listener = new RecordingListener();
        LockClient client = client(ClientOptions.STANDARD.withListeners(listener));
        String name = name();
        Duration lease = leaseOf(STEADY);
        LockHandle handle = hold(client, name, renewed(lease));
        await(
                "a renewal of '" + name + "' is reported",
                () -> listener.has(name, LockEvent.Renewed.class),
                lease.plus(patience()));
        handle.release();
        requireSequence(listener, name, "Acquired", "Renewed", "Released");
        long token = handle.fencingToken();
        require(
                listener.events(name, LockEvent.Acquired.class).get(0).fencingToken() == token
                        && listener.events(name, LockEvent.Renewed.class).get(0).fencingToken() == token
                        && listener.events(name, LockEvent.Released.class)
                                        .get(0)
                                        .fencingToken()
                                == token,
                "not every event of '{}' carries its token {}",
                name,
                token);
        Duration held = listener.events(name, LockEvent.Released.class).get(0).held();
        require(!held.isNegative() && !held.isZero(), "'{}' was held for {}", name, held);
        evidence("Acquired, Renewed, Released");
    }

    @Test
    @Proves(Rule.OBS_1)
    void OBS_1_a_loss_is_told_once_as_the_last_event() throws Exception {
        InterceptedBackend backend = intercepted();
        RecordingListener listener = new RecordingListener();
        LockClient client = client(backend, ClientOptions.STANDARD.withListeners(listener));
        String name = name();
        LockHandle handle = hold(client, name, unrenewed(longLease()));
        backend.reportLost(name);
        backend.reportLost(name);
        requireSequence(listener, name, "Acquired", "Lost");
        long token = listener.events(name, LockEvent.Lost.class).get(0).loss().fencingToken();
        require(token == handle.fencingToken(), "the loss of token {} was told as {}", handle.fencingToken(), token);
    }

    @Test
    @Proves(Rule.OBS_1)
    void OBS_1_waits_are_told_with_their_end() throws Exception {
        RecordingListener listener = new RecordingListener();
        LockClient client = client(ClientOptions.STANDARD.withListeners(listener));
        InterceptedBackend backend = intercepted();
        RecordingListener waiterListener = new RecordingListener();
        LockClient waiter = client(backend, ClientOptions.STANDARD.withListeners(waiterListener));
        String name = name();
        LockHandle held = hold(client, name, renewed(longLease()));
        require(
                tryAcquire(waiter, name, renewed(longLease()).withMaxWait(SHORT))
                        .isEmpty(),
                "'{}' was granted twice",
                name);
        requireSequence(waiterListener, name, "Contended", "TimedOut");
        Duration waited =
                waiterListener.events(name, LockEvent.TimedOut.class).get(0).waited();
        require(waited.compareTo(SHORT) >= 0, "a wait of {} was told as {}", SHORT, waited);
        long before = backend.answeredAttempts(name);
        Future<LockHandle> waiting = start(() -> hold(waiter, name, waiting()));
        await("the waiter asks the store", () -> backend.answeredAttempts(name) > before);
        held.release();
        join("the waiter", waiting).release();
        requireSequence(waiterListener, name, "Contended", "TimedOut", "Contended", "Acquired", "Released");
        evidence("Contended, TimedOut; Contended, Acquired, Released");
    }

    @Test
    @Proves(Rule.OBS_1)
    void OBS_1_contention_inside_a_client_is_told_too() throws Exception {
        RecordingListener listener = new RecordingListener();
        LockClient client = client(ClientOptions.STANDARD.withListeners(listener));
        String name = name();
        LockHandle held = hold(client, name, renewed(longLease()));
        require(
                tryAcquire(client, name, renewed(longLease()).withMaxWait(SHORT))
                        .isEmpty(),
                "'{}' was granted twice",
                name);
        held.release();
        requireSequence(listener, name, "Acquired", "Contended", "TimedOut", "Released");
    }

    @Test
    @Proves(Rule.OBS_1)
    void OBS_1_a_renewal_that_fails_after_the_end_is_not_told() throws Exception {
        InterceptedBackend backend = intercepted();
        RecordingListener listener = new RecordingListener();
        LockClient client = client(backend, ClientOptions.STANDARD.withListeners(listener));
        StepGate gate = gate();
        backend.onRenew(renewal -> gate.after(() -> new RenewOutcome.Unknown(new IOException("cut off by the rule"))));
        String name = name();
        LockHandle handle = hold(client, name, renewed(longLease()));
        backend.reportUncertain(name);
        await("a renewal of '" + name + "' is under way", () -> gate.arrivals() > 0);
        backend.reportLost(name);
        gate.open();
        await("the renewal ends", () -> backend.renewals(name) > 0);
        requireSequence(listener, name, "Acquired", "Uncertain", "Lost");
        never(
                "more is reported of a hold that is Lost",
                () -> listener.sequence(name).size() > 3,
                Duration.ofMillis(50));
        handle.release();
    }

    @Test
    @Proves(Rule.OBS_2)
    void OBS_2_a_release_that_is_not_confirmed_is_reported_also_from_close() throws Exception {
        InterceptedBackend backend = intercepted();
        RecordingListener listener = new RecordingListener();
        LockClient client = client(backend, ClientOptions.STANDARD.withListeners(listener));
        String taken = name();
        LockHandle handle = hold(client, taken, unrenewed(longLease()));
        backend.takeAway(taken);
        thrown(LockLostException.class, "close() of a lock that was taken away", handle::close);
        requireFailure(listener, handle, ReleaseResult.NOT_HELD);
        String unanswered = name();
        LockHandle second = hold(client, unanswered, unrenewed(longLease()));
        backend.onRelease(release -> new ReleaseOutcome.Unknown(new IOException("cut off by the rule")));
        requireSilent(second);
        requireFailure(listener, second, ReleaseResult.UNKNOWN);
        evidence("NOT_HELD and UNKNOWN were reported");
    }

    private void requireSilent(LockHandle handle) {
        try {
            handle.close();
        } catch (RuntimeException e) {
            throw broken(e, "close() of '{}' threw {}", handle.lockName(), e);
        }
    }

    private void requireFailure(RecordingListener listener, LockHandle handle, ReleaseResult expected) {
        String name = handle.lockName();
        Class<LockEvent.ReleaseFailed> kind = LockEvent.ReleaseFailed.class;
        await("the failed release of '" + name + "' is reported", () -> listener.has(name, kind));
        List<LockEvent.ReleaseFailed> told = listener.events(name, kind);
        require(
                told.size() == 1
                        && told.get(0).result() == expected
                        && told.get(0).fencingToken() == handle.fencingToken(),
                "a release that ended as {} was told as {}",
                expected,
                told);
    }

    /** Waits for the last kind rather than for a number, so that an event that is missing before it shows. */
    private void requireSequence(RecordingListener listener, String name, String... kinds) {
        List<String> expected = List.of(kinds);
        String last = kinds[kinds.length - 1];
        long times = expected.stream().filter(last::equals).count();
        await(
                "'" + name + "' ends with " + last,
                () -> listener.sequence(name).stream().filter(last::equals).count() >= times);
        List<String> told = listener.sequence(name);
        require(told.equals(expected), "of '{}' was told {} instead of {}", name, told, expected);
    }

    @Test
    @Proves(Rule.OBS_4)
    void OBS_4_listeners_hear_of_their_own_client_only() throws Exception {
        RecordingListener first = new RecordingListener();
        RecordingListener second = new RecordingListener();
        LockClient client = client(ClientOptions.STANDARD.withListeners(first));
        LockClient other = client(ClientOptions.STANDARD.withListeners(second));
        String name = name();
        String theirs = name();
        hold(client, name, unrenewed(longLease())).release();
        hold(other, theirs, unrenewed(longLease())).release();
        await(
                "both hear of their own",
                () -> first.sequence(name).size() >= 2
                        && second.sequence(theirs).size() >= 2);
        require(first.sequence(theirs).isEmpty(), "a listener heard {} of another client", first.sequence(theirs));
        require(second.sequence(name).isEmpty(), "a listener heard {} of another client", second.sequence(name));
    }

    @Test
    @Proves(Rule.OBS_4)
    void OBS_4_a_listener_that_throws_or_leaves_hurts_no_other() throws Exception {
        RecordingListener listener = new RecordingListener();
        LockClient client = client(ClientOptions.STANDARD.withListeners(
                event -> {
                    throw new IllegalStateException("thrown by the rule");
                },
                listener));
        RecordingListener guest = new RecordingListener();
        String before = name();
        String after = name();
        LockClient.Registration registration = client.addListener(guest);
        hold(client, before, unrenewed(longLease())).release();
        await(
                "the guest hears of '" + before + "'",
                () -> guest.sequence(before).size() == 2);
        registration.close();
        hold(client, after, unrenewed(longLease())).release();
        await(
                "the listener beside one that throws hears all",
                () -> listener.sequence(before).size() == 2
                        && listener.sequence(after).size() == 2);
        never(
                "a listener that left hears of '" + after + "'",
                () -> !guest.sequence(after).isEmpty(),
                Duration.ofMillis(30));
    }
}
