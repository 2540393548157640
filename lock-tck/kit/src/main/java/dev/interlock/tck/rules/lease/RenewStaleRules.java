// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.lease;

import dev.interlock.Holder;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The rule of REN about renewals by a former owner, at the store. */
public abstract class RenewStaleRules extends ClientRuleTest {

    @Test
    @Proves(Rule.REN_2)
    void REN_2_a_renewal_does_not_revive_an_expired_lock() {
        LockBackend backend = backend();
        Grant grant = granted(backend, attempt(name(), lease()));
        await("the lease ends", () -> backend.inspect(grant.attempt().name()).isEmpty(), endOf(lease()));
        requireRefused(backend, grant, "its lease ended");
        requireFree(backend, grant);
    }

    @Test
    @Proves(Rule.REN_2)
    void REN_2_a_renewal_does_not_create_a_released_lock() {
        LockBackend backend = backend();
        Grant grant = granted(backend, attempt(name(), longLease()));
        takeAway(grant.attempt());
        requireRefused(backend, grant, "its release");
        requireFree(backend, grant);
    }

    @Test
    @Proves(Rule.REN_2)
    @ResourceLock(STORE)
    void REN_2_a_renewal_does_not_create_a_lock_that_the_store_forgot() {
        LockBackend backend = backend();
        String name = name();
        // Not the first token: a store whose tokens do not survive the loss may grant that token again.
        takeAway(granted(backend, attempt(name, longLease())).attempt());
        Grant grant = granted(backend, attempt(name, longLease()));
        storeHooks().deleteLocks();
        requireRefused(backend, grant, "its lock was deleted");
        requireFree(backend, grant);
    }

    @Test
    @Proves(Rule.REN_2)
    void REN_2_a_renewal_does_not_extend_the_hold_of_a_successor() {
        LockBackend backend = backend();
        Duration lease = leaseOf(Duration.ofSeconds(1));
        Grant old = granted(backend, attempt(name(), longLease()));
        takeAway(old.attempt());
        Grant successor = granted(backend, attempt(old.attempt().name().value(), lease));
        requireRefused(backend, old, "a successor was granted the lock");
        Optional<Holder> holder = backend.inspect(old.attempt().name());
        require(
                holder.isEmpty() || holder.get().fencingToken() == successor.token(),
                "after a stale renewal the holder of '{}' is {} instead of token {}",
                old.attempt().name(),
                holder,
                successor.token());
        await(
                "the successor's lease of " + lease.toMillis() + " ms ends although the old holder renewed for "
                        + longLease().toMillis() + " ms",
                () -> backend.inspect(old.attempt().name()).isEmpty(),
                endOf(lease));
    }

    private void requireRefused(LockBackend backend, Grant grant, String after) {
        RenewOutcome outcome = backend.renew(grant, longLease());
        require(
                outcome instanceof RenewOutcome.NotOwner,
                "the renewal of '{}' after {} ended as {}",
                grant.attempt().name(),
                after,
                outcome);
    }

    private void requireFree(LockBackend backend, Grant stale) {
        Attempt next = attempt(stale.attempt().name().value(), longLease());
        Grant grant = granted(backend, next);
        require(
                grant.token() != stale.token(),
                "the renewal of '{}' brought its token {} back",
                next.name(),
                stale.token());
    }
}
