// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rule of CLOSE about grants that come too late. */
abstract class CloseLateRules extends InstrumentedRuleTest {

    @Test
    @Proves(Rule.CLOSE_4)
    void CLOSE_4_a_grant_that_arrives_while_the_client_closes_is_given_back() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        StepGate gate = gate();
        backend.onAcquire(gate::after);
        String awaited = name();
        String blocking = name();
        CompletableFuture<LockHandle> future = client.lock(awaited).acquireAsync(waiting(LONG));
        Future<LockHandle> call = start(() -> client.lock(blocking).acquire(waiting(LONG)));
        await("both locks are granted, and the replies are under way", () -> gate.arrivals() == 2);
        Future<?> closing = start(() -> {
            client.close();
            return null;
        });
        await("the client has begun to close", () -> isClosing(client));
        gate.open();
        join("the close", closing);
        requireFree("after a late grant to a closed client", client(), awaited);
        requireFree("after a late grant to a closed client", client(), blocking);
        requireNoHolder("the future", future);
        requireNoHolder("the blocked call", call);
    }

    private void requireNoHolder(String what, Future<LockHandle> late) {
        HandleState state;
        try {
            state = join(what, late).state();
        } catch (Exception e) {
            evidence("{} ended as {}", what, e.getClass().getSimpleName());
            return;
        }
        require(
                state == HandleState.RELEASED || state == HandleState.LOST,
                "{} of a closed client has a handle that is {}",
                what,
                state);
    }

    @Test
    @Proves(Rule.CLOSE_4)
    void CLOSE_4_a_grant_that_arrives_after_the_cancel_is_given_back() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        StepGate gate = gate();
        backend.onAcquire(gate::after);
        String name = name();
        CompletableFuture<LockHandle> future = client.lock(name).acquireAsync(waiting(LONG));
        await("'" + name + "' is granted, and the reply is under way", () -> gate.arrivals() == 1);
        require(!isFree(client(), name), "'{}' was granted, and is free", name);
        require(future.cancel(true), "a request for '{}' could not be cancelled", name);
        gate.open();
        requireFree("after a late grant to a cancelled request", client(), name);
        require(future.isCancelled(), "the late grant of '{}' changed the future", name);
    }
}
