// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.lease;

import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.RuleBrokenError;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.rules.instrument.StepGate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The rules of REN about a client's schedule of renewals: its start, its end, and renewals that fail or hang. */
public abstract class RenewRules extends InstrumentedRuleTest {

    private static final int STUCK = 8;
    private static final int HEALTHY = 4;
    /** For so many stalls of the store a longer lease is tried. */
    private static final int STALLS = 2;

    @Test
    @Proves(Rule.REN_1)
    void REN_1_an_automatically_renewed_lock_outlives_its_lease() throws Exception {
        Duration lease = leaseOf(STEADY);
        for (int stalls = 0; !outlives(lease, stalls < STALLS); stalls++) {
            lease = leaseOf(lease.multipliedBy(3));
        }
        evidence("kept for 3 leases of {} ms against another client's tries", lease.toMillis());
    }

    /**
     * Holds a lock for three leases.
     *
     * @param mayStall whether a trial shows nothing if the lock was lost because the store stalled, as on a disk that does
     *     not write for a while
     * @return whether the lock was kept; false if the store stalled
     */
    private boolean outlives(Duration lease, boolean mayStall) throws Exception {
        InterceptedBackend timed = intercepted();
        String name = name();
        LockHandle held = hold(client(timed), name, renewed(lease));
        LockClient other = client();
        try {
            never(
                    "'" + name + "' is granted to another client although it is renewed",
                    () -> tryAcquire(other, name, unrenewed(lease)).isPresent(),
                    lease.multipliedBy(3));
            require(held.state() == HandleState.HELD, "after 3 leases '{}' is {}", name, held.state());
        } catch (RuleBrokenError e) {
            Duration slowest = timed.slowestRenewal();
            if (mayStall && held.state() == HandleState.LOST && slowest.compareTo(lease.dividedBy(2)) > 0) {
                return false;
            }
            throw e;
        }
        ReleaseResult result = held.release();
        require(result == ReleaseResult.RELEASED, "after 3 leases the release of '{}' said {}", name, result);
        return true;
    }

    @Test
    @Proves(Rule.REN_3)
    void REN_3_not_owner_makes_the_handle_lost_at_once() throws Exception {
        InterceptedBackend watched = intercepted();
        String name = name();
        LockHandle held = hold(client(watched), name, unrenewed(longLease()));
        List<LockLost> told = lossesOf(held);
        takeAway(watched.lastAttempt());
        RenewResult result = held.renew(longLease());
        require(result == RenewResult.NOT_HELD, "the renewal of '{}', taken away, said {}", name, result);
        require(held.state() == HandleState.LOST, "'{}' is {} after the store said 'not owner'", name, held.state());
        await("the holder is notified of the loss", () -> !told.isEmpty());
        requireTold(told.get(0));
    }

    @Test
    @Proves(Rule.REN_3)
    void REN_3_an_automatic_renewal_notices_the_loss_before_the_deadline() throws Exception {
        InterceptedBackend renewing = intercepted();
        renewing.withoutWatch();
        String name = name();
        Duration lease = leaseOf(STEADY);
        LockHandle held = hold(client(renewing), name, renewed(lease));
        List<LockLost> told = lossesOf(held);
        takeAway(renewing.lastAttempt());
        await("the holder of '" + name + "' is notified of the loss", () -> !told.isEmpty(), lease.plus(patience()));
        requireTold(told.get(0));
    }

    /** Requires that the answer to a renewal reports the loss. A store that reports losses by itself may be sooner. */
    private void requireTold(LockLost loss) {
        require(
                loss.cause() == LossCause.NOT_OWNER || loss.cause() == LossCause.SESSION_ENDED,
                "the loss of '{}' was noticed as {} instead of by the next renewal",
                loss.lockName(),
                loss.cause());
    }

    @Test
    @Proves(Rule.REN_4)
    void REN_4_a_failing_renewal_does_not_end_the_schedule() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        InterceptedBackend failing = intercepted();
        failing.onRenew(renewal -> switch (failures.incrementAndGet()) {
            case 1 -> new RenewOutcome.Unknown(new IOException("renewal failed by the rule"));
            case 2 -> throw new IllegalStateException("renewal failed by the rule");
            default -> renewal.get();
        });
        String name = name();
        Duration lease = leaseOf(STEADY);
        LockHandle held = hold(client(failing), name, renewed(lease));
        LockClient other = client();
        never(
                "after two failed renewals '" + name + "' is lost or granted to another client",
                () -> held.state() == HandleState.LOST
                        || other.lock(name).tryAcquire(unrenewed(lease)).isPresent(),
                lease.multipliedBy(3).dividedBy(2));
        require(failing.renewals() > 0, "no renewal of '{}' was sent after two that failed", name);
        require(held.release() == ReleaseResult.RELEASED, "'{}' was not held any more after 1.5 leases", name);
    }

    @Test
    @Proves(Rule.REN_5)
    void REN_5_after_a_release_nothing_renews() throws Exception {
        InterceptedBackend watched = intercepted();
        LockClient client = client(watched);
        String name = name();
        Duration lease = leaseOf(STEADY);
        LockHandle held = hold(client, name, renewed(lease));
        await("'" + name + "' is renewed", () -> watched.renewals() > 0, lease.plus(patience()));
        held.release();
        int before = watched.renewals();
        never("a renewal of '" + name + "' is sent after its release", () -> watched.renewals() > before, lease);
        require(held.renew(lease) == RenewResult.NOT_HELD, "a released handle of '{}' was renewed", name);
    }

    @Test
    @Proves(Rule.REN_6)
    void REN_6_without_renewal_the_hold_ends_with_its_lease() throws Exception {
        InterceptedBackend watched = intercepted();
        String name = name();
        LockHandle held = holdBriefly(client(watched), name, unrenewed(lease()));
        hold(client(), name, unrenewed(longLease()).withMaxWait(endOf(lease())));
        require(watched.renewals() == 0, "'{}' was renewed {} times, unasked", name, watched.renewals());
        require(held.state() == HandleState.LOST, "'{}' is {} after its lease ended", name, held.state());
    }

    @Test
    @Proves(Rule.REN_6)
    void REN_6_an_explicit_renewal_lets_the_lease_run_anew() throws Exception {
        String name = name();
        Duration lease = leaseOf(Duration.ofSeconds(1));
        Duration longer = lease.multipliedBy(2);
        LockHandle held = hold(client(), name, unrenewed(lease));
        RenewResult result = held.renew(longer);
        require(result == RenewResult.RENEWED, "the renewal of '{}' said {}", name, result);
        require(
                held.remaining().compareTo(lease) > 0,
                "after a renewal for {} ms only {} ms of '{}' remain",
                longer.toMillis(),
                held.remaining().toMillis(),
                name);
        LockHandle next = hold(client(), name, unrenewed(longLease()).withMaxWait(endOf(longer)));
        require(held.remaining().isZero(), "'{}' was granted again with {} left", name, held.remaining());
        next.release();
    }

    @Test
    @Proves(Rule.REN_7)
    void REN_7_max_hold_ends_the_hold_and_frees_the_lock() throws Exception {
        String name = name();
        LockHandle held = holdBriefly(client(), name, renewed(longLease()).withMaxHold(lease()));
        List<LockLost> told = lossesOf(held);
        LockHandle next = hold(client(), name, unrenewed(longLease()).withMaxWait(endOf(lease())));
        require(held.state() == HandleState.LOST, "'{}' is {} after maxHold and a new grant", name, held.state());
        await("the holder is notified of the end of maxHold", () -> !told.isEmpty());
        require(
                told.get(0).cause() == LossCause.MAX_HOLD,
                "the cause of the loss was {}",
                told.get(0).cause());
        next.release();
    }

    @Test
    @Proves(Rule.REN_7)
    void REN_7_max_hold_ends_a_hold_that_is_renewed() throws Exception {
        InterceptedBackend watched = intercepted();
        String name = name();
        Duration lease = leaseOf(STEADY);
        Duration longest = lease.multipliedBy(5).dividedBy(4);
        LockHandle held = hold(client(watched), name, renewed(lease).withMaxHold(longest));
        await("maxHold ends '" + name + "'", () -> held.state() == HandleState.LOST, longest.plus(patience()));
        require(watched.renewals() > 0, "'{}' was never renewed before maxHold", name);
        LockBackend other = backend();
        await(
                "'" + name + "' is free after maxHold",
                () -> other.inspect(watched.lastAttempt().name()).isEmpty());
    }

    @Test
    @Proves(Rule.REN_9)
    void REN_9_renewals_that_hang_cost_the_others_nothing() throws Exception {
        Set<String> stuck = ConcurrentHashMap.newKeySet();
        StepGate hanging = new StepGate();
        LockBackend backend = new ForwardingBackend(fixture().openBackend()) {
            @Override
            public RenewOutcome renew(Grant grant, Duration lease) {
                boolean isStuck = stuck.contains(grant.attempt().name().value());
                return isStuck ? hanging.before(() -> super.renew(grant, lease)) : super.renew(grant, lease);
            }
        };
        LockClient client = client(backend);
        closing(hanging);
        Duration lease = leaseOf(STEADY);
        for (int i = 0; i < STUCK; i++) {
            String name = name();
            stuck.add(name);
            hold(client, name, renewed(lease));
        }
        await("the renewals of " + STUCK + " locks hang", () -> hanging.arrivals() >= STUCK, lease.plus(patience()));
        List<LockHandle> healthy = new ArrayList<>();
        for (int i = 0; i < HEALTHY; i++) {
            healthy.add(hold(client, name(), renewed(lease)));
        }
        never(
                "a lock is lost because the renewals of others hang",
                () -> healthy.stream().anyMatch(handle -> handle.state() == HandleState.LOST),
                lease.multipliedBy(3));
        for (LockHandle handle : healthy) {
            ReleaseResult result = handle.release();
            require(
                    result == ReleaseResult.RELEASED,
                    "after 3 leases beside {} renewals that hang the release of '{}' said {}",
                    STUCK,
                    handle.lockName(),
                    result);
        }
        evidence(
                "{} locks were kept for 3 leases of {} ms beside {} renewals that hung",
                HEALTHY,
                lease.toMillis(),
                hanging.arrivals());
    }
}
