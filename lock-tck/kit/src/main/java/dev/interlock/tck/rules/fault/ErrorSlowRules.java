// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.fault;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.SlowStoreRuleTest;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The rules of ERR about a store that is slow. */
public abstract class ErrorSlowRules extends SlowStoreRuleTest {

    /** Makes ready what a step needs, while the store is fast. */
    @FunctionalInterface
    private interface Ready {
        Callable<?> step(LockBackend slow) throws Exception;
    }

    @Test
    @Proves(Rule.ERR_8)
    void ERR_8_a_step_at_a_slow_store_ends_in_time_and_takes_an_answer_that_is_in_time() throws Exception {
        FaultLink link = link();
        LockBackend backend = started(link.openBackend());
        grantedSoon(backend, longLease());
        requireInTime(link, "an acquisition", late -> {
            Attempt attempt = attempt(name(), longLease());
            var acquired = late(
                    link,
                    REPLIES,
                    RequestKind.ACQUIRE,
                    late,
                    () -> backend.tryAcquire(attempt),
                    outcome -> requireAgrees(attempt, isDenied(outcome), "an acquisition with late replies", outcome));
            return acquired.end(acquired.outcome() instanceof AcquireOutcome.Granted);
        });
    }

    @Test
    @Proves(Rule.ERR_8)
    void ERR_8_the_requests_of_a_try_have_one_limit() {
        requireOneLimit("a try of a free lock", slow -> {
            Attempt attempt = attempt(name(), longLease());
            return () -> slow.tryAcquire(attempt);
        });
        requireOneLimit("a try of another's lock", slow -> {
            Attempt attempt = likeHeld();
            return () -> slow.tryAcquire(attempt);
        });
    }

    @Test
    @Proves(Rule.ERR_8)
    void ERR_8_the_requests_of_a_waiters_look_have_one_limit() {
        if (waitingBlocks()) {
            return;
        }
        requireOneLimit("a waiter's first look", slow -> {
            Contest contest = contest(slow);
            return contest::attempt;
        });
        requireOneLimit("a waiter's second look", slow -> {
            Contest contest = contest(slow);
            contest.attempt();
            return contest::attempt;
        });
    }

    @Test
    @Proves(Rule.ERR_8)
    void ERR_8_the_requests_of_a_renewal_a_release_and_an_inspection_have_one_limit() {
        requireOneLimit("a renewal", slow -> {
            Grant grant = grantedSoon(slow, longLease());
            return () -> slow.renew(grant, longLease());
        });
        requireOneLimit("a release", slow -> {
            Grant grant = grantedSoon(slow, longLease());
            return () -> slow.release(grant.attempt());
        });
        requireOneLimit("an inspection", slow -> {
            Attempt held = likeHeld();
            return () -> inspected(slow, held.name());
        });
    }

    private static Object inspected(LockBackend slow, LockName name) {
        try {
            return slow.inspect(name);
        } catch (LockUnavailableException e) {
            return e;
        }
    }

    private Attempt likeHeld() {
        Attempt held = attempt(name(), longLease());
        granted(backend(), held);
        return like(held);
    }

    private Contest contest(LockBackend backend) {
        return closing(backend.contest(likeHeld()));
    }

    private void requireOneLimit(String what, Ready ready) {
        FaultLink link = link();
        LockBackend slow = started(link.openBackend());
        requireWithinLimit(link, what, late -> {
            // So that there is a connection.
            grantedSoon(slow, longLease());
            return late(link, REPLIES, RequestKind.ANY, late, ready.step(slow), outcome -> {})
                    .end(true);
        });
    }
}
