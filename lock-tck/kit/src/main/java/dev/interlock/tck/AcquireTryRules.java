// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.spi.Attempt;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rules of ACQ about tries without waiting: whether they ask the store, and what they leave behind. */
abstract class AcquireTryRules extends ClientRuleTest {

    @Test
    @Proves(Rule.ACQ_5)
    void ACQ_5_a_try_on_a_lock_held_in_the_same_client_asks_nobody() throws Exception {
        InterceptedBackend watched = intercepted();
        LockClient client = client(watched);
        String name = name();
        hold(client, name, unrenewed(longLease()));
        int before = watched.requests();
        require(client.lock(name).tryAcquire().isEmpty(), "'{}' was granted twice in one client", name);
        require(
                tryAcquire(client, name, unrenewed(longLease())).isEmpty(),
                "'{}' was granted twice in one client",
                name);
        Future<Boolean> other =
                start(() -> tryAcquire(client, name, unrenewed(longLease())).isEmpty());
        require(join("a try in another thread", other), "'{}' was granted twice in one client", name);
        int asked = watched.requests() - before;
        require(asked == 0, "3 tries on '{}', held in the same client, sent {} requests", name, asked);
    }

    @Test
    @Proves(Rule.ACQ_5)
    void ACQ_5_a_hold_is_known_however_many_other_names_its_client_used_since() throws Exception {
        int names = 20;
        InterceptedBackend watched = intercepted();
        LockClient client = client(watched);
        String name = name();
        hold(client, name, renewed(longLease()));
        for (int i = 0; i < names; i++) {
            hold(client, name(), renewed(longLease())).release();
        }
        int before = watched.requests();
        require(
                tryAcquire(client, name, unrenewed(longLease())).isEmpty(),
                "'{}' was granted twice in one client, which used {} other names in between",
                name,
                names);
        int asked = watched.requests() - before;
        require(asked == 0, "a try on '{}', held in the same client, sent {} requests", name, asked);
    }

    @Test
    @Proves(Rule.ACQ_5)
    void ACQ_5_a_try_on_a_lock_waited_for_in_the_same_client_asks_nobody() throws Exception {
        String name = name();
        hold(client(), name, renewed(longLease()));
        InterceptedBackend watched = intercepted();
        LockClient client = client(watched);
        CompletableFuture<LockHandle> waiting =
                client.lock(name).acquireAsync(unrenewed(longLease()).withMaxWait(LONG));
        await("the waiter asks the store", () -> !watched.attempts().isEmpty());
        require(client.lock(name).tryAcquire().isEmpty(), "'{}' was granted although it is held", name);
        long different = watched.attempts().stream().map(Attempt::id).distinct().count();
        require(different == 1, "a try on '{}', waited for in the same client, was sent to the store", name);
        int others = watched.requests() - watched.attempts().size();
        require(others == 0, "a try on '{}', waited for in the same client, sent {} requests", name, others);
        waiting.cancel(true);
    }

    @Test
    @Proves(Rule.ACQ_7)
    void ACQ_7_tries_that_failed_are_not_in_the_way_of_the_next_one() throws Exception {
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
        for (LockClient other : List.of(client(), client())) {
            for (int i = 0; i < 3; i++) {
                require(
                        tryAcquire(other, name, unrenewed(longLease())).isEmpty(),
                        "'{}' was granted to another client while it is held",
                        name);
            }
        }
        held.release();
        Optional<LockHandle> next = tryAcquire(client(), name, unrenewed(longLease()));
        require(next.isPresent(), "'{}' is free, and a try failed after 6 others that failed before it", name);
    }

    @Test
    @Proves(Rule.ACQ_7)
    void ACQ_7_a_failed_try_whose_answer_is_on_its_way_is_not_in_the_way_of_the_next_one() throws Exception {
        FaultLink link = link();
        LockClient slow = client(link);
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
        MessageGate gate = link.holdReply(RequestKind.ACQUIRE);
        Future<Boolean> failing = start(() -> isRefused(slow, name));
        await("the store has said no to a try", gate::reached);
        held.release();
        Optional<LockHandle> next = tryAcquire(client(), name, unrenewed(longLease()));
        require(next.isPresent(), "'{}' is free, and a try failed because of another that failed before it", name);
        gate.open();
        require(join("the failed try", failing), "'{}' was granted to a try that the store had refused", name);
    }

    private static boolean isRefused(LockClient client, String name) throws InterruptedException {
        try {
            return client.lock(name).tryAcquire().isEmpty();
        } catch (LockException e) {
            return true;
        }
    }
}
