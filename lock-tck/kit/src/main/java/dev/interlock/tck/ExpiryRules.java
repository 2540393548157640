// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.Capability;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The rules of EXP. */
abstract class ExpiryRules extends ClientRuleTest {

    @Test
    @Proves(Rule.EXP_1)
    void EXP_1_a_lease_that_nobody_renews_ends() throws Exception {
        String name = name();
        Duration lease = lease();
        Stopwatch watch = new Stopwatch();
        holdBriefly(client(), name, unrenewed(lease));
        LockClient other = client();
        await(
                "'" + name + "' is granted to another client after its lease of " + lease.toMillis() + " ms",
                () -> tryAcquire(other, name, unrenewed(longLease())).isPresent());
        evidence(
                "a lease of {} ms ended after {} ms",
                lease.toMillis(),
                watch.elapsed().toMillis());
    }

    @Test
    @Proves(Rule.EXP_1)
    void EXP_1_a_lock_granted_to_a_client_that_vanished_in_the_same_moment_ends() throws Exception {
        FaultLink link = link();
        LockClient vanishing = client(link);
        LockClient other = client();
        String name = name();
        FaultLink.MessageGate granted = link.holdReply(FaultLink.RequestKind.ACQUIRE);
        Future<?> acquiring = start(() -> vanishing.lock(name).tryAcquire(unrenewed(lease())));
        await("the store executes the first command of the acquire", granted::reached);
        link.blackhole();
        await(
                "the lock that the vanished client was granted ends with its lease of " + lease().toMillis() + " ms",
                () -> other.lock(name).tryAcquire().isPresent(),
                lease().plus(patience()));
        evidence(
                "the client vanished after its first command; granted to another within lease + {} ms",
                patience().toMillis());
        acquiring.cancel(true);
    }

    @Test
    @Proves(Rule.EXP_2)
    void EXP_2_nobody_is_granted_a_lock_while_its_holder_has_time_left() throws Exception {
        LockClient holder = client();
        LockClient other = client();
        for (Duration lease : List.of(lease(), lease().multipliedBy(2))) {
            String name = name();
            LockHandle held = holdBriefly(holder, name, unrenewed(lease));
            await("'" + name + "' is granted after its lease", () -> {
                boolean granted =
                        tryAcquire(other, name, unrenewed(longLease())).isPresent();
                Duration left = held.remaining();
                require(!granted || left.isZero(), "'{}' was granted while its holder had {} left", name, left);
                return granted;
            });
        }
    }

    @Test
    @Proves(Rule.EXP_2)
    void EXP_2_nobody_is_granted_a_lock_while_its_holder_has_renewed_time_left() throws Exception {
        Duration lease = lease();
        String name = name();
        LockHandle held = holdBriefly(client(), name, unrenewed(lease));
        held.renew(lease.multipliedBy(3));
        LockHandle next = hold(client(), name, unrenewed(longLease()).withMaxWait(patience()));
        Duration left = held.remaining();
        require(left.isZero(), "'{}' was granted while its holder had {} left", name, left);
        next.release();
    }

    @Test
    @Proves(Rule.EXP_3)
    void EXP_3_the_lease_asked_for_is_the_lease_kept() throws Exception {
        LockClient holder = client();
        LockClient other = client();
        Duration small = lease();
        String shortName = name();
        String longName = name();
        LockHandle longHeld = hold(holder, longName, unrenewed(longLease()));
        LockHandle shortHeld = holdBriefly(holder, shortName, unrenewed(small));
        require(
                shortHeld.remaining().compareTo(small) <= 0,
                "of a lease of {} ms {} ms were left",
                small.toMillis(),
                shortHeld.remaining().toMillis());
        await(
                "the lease of " + small.toMillis() + " ms ends",
                () -> tryAcquire(other, shortName, unrenewed(longLease())).isPresent());
        require(
                tryAcquire(other, longName, unrenewed(small)).isEmpty(),
                "a lease of {} ms was over as early as one of {} ms",
                longLease().toMillis(),
                small.toMillis());
        require(longHeld.state() == HandleState.HELD, "the longer hold is {}", longHeld.state());
    }

    @Test
    @Proves(Rule.EXP_3)
    void EXP_3_the_longest_lease_does_not_overflow() throws Exception {
        Duration longest = capabilities().maxLease();
        String name = name();
        LockHandle held = hold(client(), name, unrenewed(longest));
        require(
                held.remaining().compareTo(longest.dividedBy(2)) > 0
                        && held.remaining().compareTo(longest) <= 0,
                "of the longest lease, {}, {} are left",
                longest,
                held.remaining());
        LockClient other = client();
        Duration stored = other.inspect(name).flatMap(Holder::remaining).orElse(longest);
        require(stored.compareTo(longest.dividedBy(2)) > 0, "of a lease of {} the store keeps {}", longest, stored);
        never(
                "'" + name + "' is granted to another although its lease is " + longest,
                () -> tryAcquire(other, name, unrenewed(longest)).isPresent(),
                Duration.ofMillis(50));
        evidence("longest lease {}", longest);
    }

    @Test
    @Proves(Rule.EXP_4)
    @ResourceLock(RuleTest.STORE)
    void EXP_4_a_restart_of_the_store_keeps_the_lock_or_is_shown_to_lose_it() throws Exception {
        Runnable restart = restart();
        String name = name();
        LockHandle held = hold(
                clientForRestart(ClientOptions.STANDARD),
                name,
                unrenewed(fixture().restartLease()));
        restart.run();
        LockClient other = client(fixture().openBackend());
        HandleState believed = held.state();
        boolean granted = tryAcquire(other, name, unrenewed(longLease())).isPresent();
        Duration left = held.remaining();
        boolean declared = capabilities().has(Capability.SURVIVES_RESTART);
        require(
                !(declared && granted),
                "SURVIVES_RESTART is declared, but after a restart '{}' was granted to another with {} left",
                name,
                held.remaining());
        require(
                declared || granted,
                "SURVIVES_RESTART is not declared, but '{}' was still held after a restart: declare it",
                name);
        evidence(declared ? "a held lock survived a restart" : "a restart lost a held lock, as declared");
        foundAfterRestart(granted, believed, left.toMillis());
    }

    private void foundAfterRestart(boolean granted, HandleState believed, long leftMillis) {
        found(
                Situation.SERVER_RESTARTED,
                !granted,
                granted
                        ? "The store had forgotten the lock: another client was granted it within the lease of its "
                                + "holder."
                        : "The store still had the lock: another client was refused.");
        if (!granted) {
            found(Situation.BELIEF_STORE_RESTARTED, true, "Nobody else was granted the lock of the one who held it.");
        } else if (believed == HandleState.HELD) {
            found(
                    Situation.BELIEF_STORE_RESTARTED,
                    false,
                    "Another client was granted the lock of one who believed to hold it: {} ms of its lease were left.",
                    leftMillis);
        } else {
            found(
                    Situation.BELIEF_STORE_RESTARTED,
                    true,
                    "The holder no longer relied on the lock before another client was granted it: it was {}.",
                    believed);
        }
    }
}
