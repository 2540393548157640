// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.waiting;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.ResourceRuleTest;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The rule of WAIT about what waiters that leave still have open. */
public abstract class WaitResourceRules extends ResourceRuleTest {

    private static final int MANY = 30;

    @Test
    @Proves(Rule.WAIT_3)
    @ResourceLock(STORE)
    void WAIT_3_waiters_that_leave_or_are_granted_have_nothing_open() throws Exception {
        if (waitingBlocks()) {
            return;
        }
        LockBackend holder = backend();
        LockBackend waiter = backend();
        requireNoneLeftOpen(MANY + " waiters, of which half were granted the lock,", MANY, ROUNDS, patience(), () -> {
            List<Attempt> held = Stream.generate(() -> attempt(name(), longLease()))
                    .limit(MANY)
                    .toList();
            for (Attempt each : held) {
                granted(holder, each);
                Attempt waiting = like(each);
                boolean stays = held.indexOf(each) % 2 == 0;
                try (Contest contest = waiter.contest(waiting)) {
                    requireContended(contest);
                    holder.release(each);
                    if (stays) {
                        await(
                                "a waiter is granted the lock",
                                () -> contest.attempt() instanceof AcquireOutcome.Granted);
                    }
                }
                waiter.release(waiting);
            }
        });
    }
}
