// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.client;

import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockLostException;
import dev.interlock.LockView;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.rules.instrument.RecordingListener;
import dev.interlock.tck.rules.instrument.StepGate;
import dev.interlock.tck.time.Stopwatch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rules of CLOSE about the holders of the closing client. */
public abstract class CloseHolderRules extends InstrumentedRuleTest {

    @Test
    @Proves(Rule.CLOSE_2)
    void CLOSE_2_locks_are_free_and_their_handles_lost_after_the_close() throws Exception {
        RecordingListener listener = new RecordingListener();
        LockClient client = client(ClientOptions.STANDARD.withListeners(listener));
        LockClient other = client();
        String name = name();
        String byFuture = name();
        LockHandle handle = hold(client, name, renewed(longLease()));
        LockHandle second = granted("a free lock", client.lock(byFuture).acquireAsync(unrenewed(longLease())));
        List<LockLost> notified = lossesOf(handle);
        client.close();
        for (String each : List.of(name, byFuture)) {
            require(isFree(other, each), "'{}' is not free after its client was closed", each);
        }
        for (LockHandle each : List.of(handle, second)) {
            requireLost(each);
            require(each.remaining().isZero(), "'{}' has {} left after the close", each.lockName(), each.remaining());
            thrown(LockLostException.class, "ensureHeld after the close", () -> each.ensureHeld(Duration.ZERO));
            ReleaseResult result = each.release();
            require(
                    result == ReleaseResult.NOT_HELD,
                    "the release of '{}' after the close said {}",
                    each.lockName(),
                    result);
        }
        await("the loss of '" + name + "' is reported", () -> !notified.isEmpty());
        LossCause cause = notified.get(0).cause();
        require(cause == LossCause.CLIENT_CLOSED, "the cause of the loss of '{}' was {}", name, cause);
        await("listeners hear of the loss", () -> listener.has(name, LockEvent.Lost.class));
        require(!listener.has(name, LockEvent.Released.class), "listeners heard that '{}' was released", name);
    }

    @Test
    @Proves(Rule.CLOSE_2)
    void CLOSE_2_holders_are_notified_before_the_store_frees_the_lock() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        String name = name();
        LockHandle handle = hold(client, name, renewed(longLease()));
        List<LockLost> notified = lossesOf(handle);
        StepGate gate = gate();
        backend.onRelease(gate::before);
        Future<?> closing = closing(client);
        await("the close has sent its release", () -> gate.arrivals() > 0);
        requireLost(handle);
        await("the loss of '" + name + "' is reported", () -> !notified.isEmpty());
        gate.open();
        join("the close", closing);
        requireFree("after the close of its client", client(), name);
    }

    @Test
    @Proves(Rule.CLOSE_2)
    void CLOSE_2_what_the_store_does_not_confirm_is_lost_as_well() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        LockHandle handle = hold(client, name(), renewed(longLease()));
        List<LockLost> notified = lossesOf(handle);
        backend.onRelease(release -> new ReleaseOutcome.Unknown(new IOException("cut off by the rule")));
        client.close();
        requireLost(handle);
        await("the loss of '" + handle.lockName() + "' is reported", () -> !notified.isEmpty());
    }

    @Test
    @Proves(Rule.CLOSE_2)
    void CLOSE_2_work_under_a_lock_that_the_close_ends_does_not_end_as_if_it_were_held() throws Exception {
        LockClient client = client();
        String name = name();
        thrown(
                LockLostException.class,
                "withLock whose client was closed meanwhile",
                () -> client.lock(name).withLock(renewed(longLease()), handle -> {
                    client.close();
                    return "done";
                }));
        LockClient second = client();
        LockView view = second.lock(name()).asLock(renewed(longLease()));
        view.lock();
        second.close();
        thrown(LockLostException.class, "unlock() whose client was closed meanwhile", view::unlock);
    }

    @Test
    @Proves(Rule.CLOSE_6)
    void CLOSE_6_a_holder_that_releases_within_the_grace_keeps_its_lock_until_then() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend, graceful(LONG));
        String name = name();
        LockHandle handle = hold(client, name, renewed(leaseOf(STEADY)));
        List<LockLost> notified = lossesOf(handle);
        Future<?> closing = closing(client);
        await("the client has begun to close", () -> isClosing(client));
        thrown(
                LockClientClosedException.class,
                "a try while the client closes",
                () -> client.lock(name()).tryAcquire());
        long renewals = backend.renewals(name);
        await("'" + name + "' is renewed while its client closes", () -> backend.renewals(name) > renewals + 1);
        require(handle.state() == HandleState.HELD, "'{}' is {} within the grace", name, handle.state());
        require(!closing.isDone(), "the close did not wait for the holder of '{}'", name);
        ReleaseResult result = handle.release();
        require(result == ReleaseResult.RELEASED, "the release of '{}' within the grace said {}", name, result);
        join("the close, once nothing is held", closing);
        require(notified.isEmpty(), "'{}' was released, and reported as lost: {}", name, notified);
    }

    @Test
    @Proves(Rule.CLOSE_6)
    void CLOSE_6_what_is_held_when_the_grace_is_over_is_lost() throws Exception {
        Duration grace = Duration.ofMillis(200);
        LockClient client = client(graceful(grace));
        LockHandle handle = hold(client, name(), renewed(longLease()));
        Stopwatch watch = new Stopwatch();
        client.close();
        require(
                watch.elapsed().compareTo(grace) >= 0,
                "a close with a grace of {} returned after {} although '{}' was held",
                grace,
                watch.elapsed(),
                handle.lockName());
        requireLost(handle);
        requireFree("after the grace", client(), handle.lockName());
    }

    private static ClientOptions graceful(Duration grace) {
        return ClientOptions.STANDARD.withCloseTimeout(grace.plus(LONG)).withCloseGrace(grace);
    }

    private Future<?> closing(LockClient client) {
        return start(() -> {
            client.close();
            return null;
        });
    }

    private void requireLost(LockHandle handle) {
        require(
                handle.state() == HandleState.LOST,
                "the handle of '{}' is {} though its client was closed",
                handle.lockName(),
                handle.state());
    }
}
