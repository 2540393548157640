// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.lease;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Awaiter;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * The rules of EXP about an attempt that is sent again after its grant, since the reply was lost, or that arrives twice.
 */
public abstract class ExpiryRepeatRules extends ClientRuleTest {

    private static final Duration LONG_LEASE = Duration.ofSeconds(4);

    private static final Duration MOST_LOOKS = Duration.ofSeconds(1);

    @Test
    @Proves(Rule.EXP_2)
    void EXP_2_a_repeated_attempt_promises_no_more_than_the_store_keeps() {
        LockBackend backend = backend();
        // A store that is late may round leases up: then they are long against that.
        Duration lease = fixture().expiryDelay().isZero() ? lease() : leaseOf(LONG_LEASE);
        await(
                "an attempt is repeated within its lease of " + lease.toMillis() + " ms",
                () -> isRepeatedLate(backend, lease),
                patience().plus(lease));
    }

    /**
     * Empty-handed if the machine stalled: the lease was over, and the attempt was granted the lock a second time, or
     * refused it, as the end of the first grant was still on its way.
     */
    private boolean isRepeatedLate(LockBackend backend, Duration lease) {
        if (!(backend.tryAcquire(attempt(name(), lease)) instanceof AcquireOutcome.Granted granted)) {
            return false;
        }
        Grant first = granted.grant();
        Stopwatch since = new Stopwatch();
        await("half of the lease passes", () -> since.elapsed().compareTo(lease.dividedBy(2)) >= 0, endOf(lease));
        AcquireOutcome outcome = backend.tryAcquire(first.attempt());
        if (!(outcome instanceof AcquireOutcome.Granted repeated)) {
            require(
                    endOf(first) - now() <= 0,
                    "the owner of '{}' believes in its lease, and its attempt, sent again, ended as {}",
                    first.attempt().name(),
                    outcome);
            return false;
        }
        Grant again = repeated.grant();
        if (again.token() != first.token()) {
            return false;
        }
        requireKept(backend, first.attempt().name(), endOf(again), "a repeated attempt");
        requireNobodyInBefore(again);
        return true;
    }

    /**
     * Of a store that is several servers, one may not have heard of the attempt yet, and may be asked: so it is enough if
     * one of several looks shows as much. A store that keeps less shows less each time.
     */
    private void requireKept(LockBackend backend, LockName name, long endNanos, String after) {
        if (remaining(backend, name).isEmpty()) {
            return;
        }
        AtomicReference<Duration> stored = new AtomicReference<>(Duration.ZERO);
        AtomicReference<Duration> believed = new AtomicReference<>(Duration.ZERO);
        Duration half = Duration.ofNanos((endNanos - now()) / 2);
        boolean isKept = Awaiter.holdsWithin(
                () -> {
                    Duration told = remaining(backend, name).orElse(Duration.ZERO);
                    stored.set(told);
                    believed.set(Duration.ofNanos(endNanos - now()));
                    return told.plus(unitOf(told)).compareTo(believed.get()) >= 0;
                },
                half.compareTo(MOST_LOOKS) < 0 ? half : MOST_LOOKS);
        require(
                isKept,
                "after {} the store keeps {} of '{}', and its owner was promised {}",
                after,
                stored,
                name,
                believed);
    }

    private static Optional<Duration> remaining(LockBackend backend, LockName name) {
        return backend.inspect(name).flatMap(Holder::remaining);
    }

    /** Sees what the store does, since it may not tell what is left of a lease. */
    private void requireNobodyInBefore(Grant held) {
        LockBackend other = backend();
        Attempt next = attempt(held.attempt().name().value(), longLease());
        await(
                "'" + next.name() + "' is granted to another after its lease",
                () -> {
                    boolean granted = other.tryAcquire(next) instanceof AcquireOutcome.Granted;
                    Duration left = Duration.ofNanos(endOf(held) - now());
                    require(
                            !granted || left.isZero() || left.isNegative(),
                            "'{}' was granted to another while the owner that had repeated its attempt was promised {} more",
                            next.name(),
                            left);
                    return granted;
                },
                endOf(held.lease()));
    }

    private static long endOf(Grant grant) {
        return grant.sentNanos() + grant.lease().toNanos();
    }

    /** The first request may arrive late, after a retry was granted and renewed for longer. */
    @Test
    @Proves(Rule.EXP_2)
    void EXP_2_a_repeated_attempt_does_not_shorten_a_lease_that_was_renewed_for_longer() {
        LockBackend backend = backend();
        RenewedGrant held = renewedForLonger(backend, null);
        Grant grant = held.grant();
        LockName name = grant.attempt().name();
        RenewOutcome.Renewed renewed = held.renewal();
        long end = renewed.sentNanos() + renewed.lease().toNanos();
        granted(backend, grant.attempt());
        requireKept(backend, name, end, "a repeated attempt");
        Stopwatch since = new Stopwatch();
        LockBackend other = backend();
        await(
                "the lease that was asked for first passes",
                () -> {
                    AcquireOutcome outcome = other.tryAcquire(attempt(name.value(), longLease()));
                    boolean believed = end - now() > 0;
                    require(
                            !(outcome instanceof AcquireOutcome.Granted && believed),
                            "'{}' was renewed for {}, its attempt for {} came again, and it was granted to another",
                            name,
                            renewed.lease(),
                            grant.lease());
                    return since.elapsed().compareTo(grant.lease()) > 0;
                },
                endOf(grant.lease()));
    }

    /** A store that counts in whole seconds reports whole seconds. */
    private static Duration unitOf(Duration told) {
        return told.equals(told.truncatedTo(ChronoUnit.SECONDS)) ? Duration.ofSeconds(1) : Duration.ofMillis(1);
    }

    @Test
    @Proves(Rule.EXP_3)
    void EXP_3_a_repeated_attempt_does_not_add_to_its_lease() {
        LockBackend backend = backend();
        Attempt attempt = attempt(name(), longLease());
        Duration most = longLease().plus(fixture().expiryDelay()).plusSeconds(1);
        for (int sent = 1; sent <= 3; sent++) {
            granted(backend, attempt);
            Optional<Duration> stored = remaining(backend, attempt.name());
            require(
                    stored.isEmpty() || stored.get().compareTo(most) <= 0,
                    "after an attempt with a lease of {} was sent {} times the store keeps {} of '{}'",
                    longLease(),
                    sent,
                    stored.orElse(most),
                    attempt.name());
        }
    }
}
