// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.lease;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The rules of EXP about a name that stays closed after a loss. */
public abstract class ExpiryLockDelayRules extends InstrumentedRuleTest {

    /** As for the margin of a lease: for clocks that run at different rates, and for rounding. */
    private static final int DRIFT_SHARE = 100;

    private static final Duration ROUNDING = Duration.ofMillis(2);

    @Test
    @Proves(Rule.EXP_5)
    void EXP_5_a_lock_whose_lease_ended_stays_closed_until_the_delay_is_over() throws Exception {
        LockClient client = client();
        String name = name();
        AcquireOptions options = unrenewed(lease()).withLockDelay(delay());
        if (!keepsLockDelay()) {
            requireRefused(client, name, options);
            return;
        }
        long before = now();
        LockHandle held = holdBriefly(client, name, options);
        requireClosedFor(delay(), notAfterLossOf(held, before), client(), name, endOf(lease().plus(delay())));
        require(held.state() == HandleState.LOST, "the hold of '{}' is {}", name, held.state());
    }

    @Test
    @Proves(Rule.EXP_5)
    void EXP_5_a_lock_that_reached_its_maxHold_stays_closed_until_the_delay_is_over_and_no_longer() throws Exception {
        if (!keepsLockDelay()) {
            requireRefused(client(), name(), renewed(longLease()).withLockDelay(delay()));
            return;
        }
        String name = name();
        AcquireOptions capped = renewed(longLease()).withMaxHold(lease()).withLockDelay(delay());
        long before = now();
        LockHandle held = holdBriefly(client(), name, capped);
        // If its client did not release it after the delay, it would be closed for the whole long lease.
        requireClosedFor(delay(), notAfterLossOf(held, before), client(), name, endOf(lease().plus(delay())));
    }

    /** A crash, as far as a backend can show it: the backend leaves, and nothing is released. */
    @Test
    @Proves(Rule.EXP_5)
    void EXP_5_a_grant_outlives_the_backend_that_asked_for_it() throws Exception {
        if (!keepsLockDelay()) {
            requireRefused(client(), name(), renewed(longLease()).withLockDelay(delay()));
            requireFreedWithItsBackend();
            return;
        }
        LockBackend vanishing = fixture().openBackend();
        vanishing.start(new StandaloneContext());
        String name = name();
        Duration kept = lease().plus(delay());
        Grant grant = granted(vanishing, attempt(name, kept));
        vanishing.close();
        requireClosedFor(kept, grant.sentNanos(), client(), name, endOf(kept));
    }

    /** Otherwise the store keeps what a lock-delay needs, and its backend has forgotten to declare it. */
    private void requireFreedWithItsBackend() {
        LockBackend vanishing = fixture().openBackend();
        vanishing.start(new StandaloneContext());
        String name = name();
        granted(vanishing, attempt(name, longLease()));
        vanishing.close();
        LockClient other = client();
        await(
                Capability.KEEPS_LOCK_DELAY + " is not declared, and '" + name
                        + "' is free before its lease ends since its backend has left",
                () -> tryAcquire(other, name, unrenewed(longLease())).isPresent());
    }

    @Test
    @Proves(Rule.EXP_6)
    void EXP_6_a_release_frees_at_once_whatever_the_lock_delay() throws Exception {
        String name = name();
        AcquireOptions options = renewed(lease()).withLockDelay(longDelay());
        if (!keepsLockDelay()) {
            requireRefused(client(), name, options);
            return;
        }
        LockHandle held = holdBriefly(client(), name, options);
        ReleaseResult result = held.release();
        require(result == ReleaseResult.RELEASED, "the release of '{}' said {}", name, result);
        require(
                tryAcquire(client(), name, unrenewed(longLease())).isPresent(),
                "'{}' was released and is closed all the same",
                name);
    }

    @Test
    @Proves(Rule.EXP_6)
    void EXP_6_a_grant_that_nobody_ever_held_is_compensated_at_once() throws Exception {
        String name = name();
        AcquireOptions options = renewed(lease()).withLockDelay(longDelay());
        if (!keepsLockDelay()) {
            requireRefused(client(), name, options);
            return;
        }
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        backend.onAcquire(step -> {
            String lost = step.get().getClass().getSimpleName();
            return new AcquireOutcome.Unknown(new IllegalStateException("the rule lost the reply " + lost));
        });
        LockOutcomeUnknownException told = thrown(
                LockOutcomeUnknownException.class,
                "an acquisition whose reply was lost",
                () -> client.lock(name).tryAcquire(options));
        require(
                told.residue().equals(lease().plus(longDelay())),
                "the residue of a request with a lease of {} and a lock-delay of {} was said to be {}",
                lease(),
                longDelay(),
                told.residue());
        requireFree("after a grant that was never seen", client(), name);
    }

    private boolean keepsLockDelay() {
        return capabilities().has(Capability.KEEPS_LOCK_DELAY);
    }

    /** Long against the stalls of a machine, so that a lock that is free at once is seen to be free. */
    private Duration delay() {
        return delayOf(Duration.ofSeconds(1), lease());
    }

    /** Longer than a rule waits for a lock that must be free at once. */
    private Duration longDelay() {
        return delayOf(longLease(), lease());
    }

    /** A moment by this machine's clock before which the hold cannot have been lost. */
    private static long notAfterLossOf(LockHandle held, long beforeItsGrant) {
        long read = now();
        Duration left = held.remaining();
        return left.isZero() ? beforeItsGrant : read + left.toNanos();
    }

    private void requireRefused(LockClient client, String name, AcquireOptions options) {
        IllegalArgumentException told = thrown(
                IllegalArgumentException.class,
                "a lock-delay on a store that does not declare " + Capability.KEEPS_LOCK_DELAY,
                () -> client.lock(name).tryAcquire(options));
        require(
                String.valueOf(told.getMessage()).contains("lockDelay"),
                "the refusal of a lock-delay says: {}",
                told.getMessage());
        evidence("refused, as the backend does not declare it: {}", told.getMessage());
    }

    /**
     * Requires that others get the lock in the end, and not before the given time is over. The time counts from a
     * moment on this machine's clock.
     */
    private void requireClosedFor(Duration closed, long fromNanos, LockClient other, String name, Duration atMost) {
        await(
                "'" + name + "' is granted to another client once the lock-delay is over",
                () -> tryAcquire(other, name, unrenewed(longLease())).isPresent(),
                atMost);
        Duration after = Duration.ofNanos(now() - fromNanos);
        Duration least = closed.minus(closed.dividedBy(DRIFT_SHARE)).minus(ROUNDING);
        require(
                after.compareTo(least) >= 0,
                "'{}' was granted to another {} ms after the loss, although it was to be closed for {} ms",
                name,
                after.toMillis(),
                closed.toMillis());
        evidence("closed for {} ms, and granted to another after {} ms", closed.toMillis(), after.toMillis());
    }
}
