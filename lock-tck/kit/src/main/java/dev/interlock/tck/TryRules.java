// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.tck.FaultLink.Gate;
import dev.interlock.tck.FaultLink.Step;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Rule ACQ-7: what tries leave that were not granted the lock. */
abstract class TryRules extends RuleFamily {

    @Test
    @Proves(Rule.ACQ_7)
    void ACQ_7_tries_that_failed_are_not_in_the_way_of_the_next_one() throws Exception {
        String name = name();
        LockHandle held = hold(client(), name, kept(longLease()));
        for (LockClient other : List.of(client(), client())) {
            for (int i = 0; i < 3; i++) {
                require(
                        tried(other, name, once(longLease())).isEmpty(),
                        "'{}' was granted to another client while it is held",
                        name);
            }
        }
        held.release();
        Optional<LockHandle> next = tried(client(), name, once(longLease()));
        require(next.isPresent(), "'{}' is free, and a try failed after 6 others that failed before it", name);
    }

    @Test
    @Proves(Rule.ACQ_7)
    void ACQ_7_a_failed_try_whose_answer_is_on_its_way_is_not_in_the_way_of_the_next_one() throws Exception {
        FaultLink link = link();
        LockClient slow = client(link);
        String name = name();
        LockHandle held = hold(client(), name, kept(longLease()));
        Gate gate = link.holdReply(Step.ACQUIRE);
        Future<Boolean> failing = start(() -> isRefused(slow, name));
        await("the store has said no to a try", gate::reached);
        held.release();
        Optional<LockHandle> next = tried(client(), name, once(longLease()));
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
