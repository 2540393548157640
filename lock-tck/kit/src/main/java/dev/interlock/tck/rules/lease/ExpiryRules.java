// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.lease;

import dev.interlock.Capability;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.RenewResult;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.process.RecordedClients;
import dev.interlock.tck.rules.BackendProfile;
import dev.interlock.tck.rules.LinkRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.rules.instrument.SettableClock;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The rules of EXP about the end of a lease: it comes, it is not early, it matches the lease that was asked for, and a
 * restart of the store only ends it if the store says so.
 */
public abstract class ExpiryRules extends LinkRuleTest {

    /** By how much the wall clock of a client is off. */
    private static final List<Duration> WRONG = List.of(Duration.ofHours(1), Duration.ofHours(-1));

    private static final int HOLDS = 5;

    private static final long UNEVEN_MILLIS = 995;

    /**
     * What a store would round down that rounds to the nearest second, or to the nearest tenth. Several, since a machine that
     * stalls hides one of them.
     */
    private static final List<Long> BELOW_HALF_MILLIS = List.of(140L, 240L, 340L, 440L);

    /** Stores may report the rest of a lease in whole seconds. */
    private static final Duration TOLD_UNIT = Duration.ofSeconds(1);

    @Test
    @Proves(Rule.EXP_1)
    void EXP_1_a_lease_that_nobody_renews_ends() throws Exception {
        String name = name();
        Duration lease = lease();
        Stopwatch watch = new Stopwatch();
        holdBriefly(client(), name, unrenewed(lease));
        LockClient other = client();
        await(
                "'" + name + "' is granted to another client after its lease of " + lease.toMillis()
                        + " ms, and at most " + expiryDelayMillis() + " ms later",
                () -> tryAcquire(other, name, unrenewed(longLease())).isPresent(),
                endOf(lease));
        evidence(
                "a lease of {} ms ended after {} ms; {} ms more are declared",
                lease.toMillis(),
                watch.elapsed().toMillis(),
                expiryDelayMillis());
    }

    private long expiryDelayMillis() {
        return fixture().expiryDelay().toMillis();
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
        awaitReached(
                "the store executes the first command of the acquire",
                FaultLink.RequestKind.ACQUIRE,
                granted,
                acquiring);
        link.blackhole();
        await(
                "the lock that the vanished client was granted ends with its lease of " + lease().toMillis() + " ms",
                () -> other.lock(name).tryAcquire().isPresent(),
                endOf(lease()));
        evidence(
                "the client vanished after its first command; granted to another within lease + {} ms",
                endOf(Duration.ZERO).toMillis());
        acquiring.cancel(true);
    }

    @Test
    @Proves(Rule.EXP_2)
    void EXP_2_nobody_is_granted_a_lock_while_its_holder_has_time_left() throws Exception {
        LockClient holder = client();
        Map<LockHandle, Duration> held = new LinkedHashMap<>();
        List<Duration> leases = new ArrayList<>(
                List.of(lease(), uneven(lease(), UNEVEN_MILLIS), uneven(lease().plusSeconds(1), UNEVEN_MILLIS)));
        BELOW_HALF_MILLIS.forEach(millis -> leases.add(uneven(lease().plusSeconds(1), millis)));
        for (Duration lease : leases) {
            held.put(holdBriefly(holder, name(), unrenewed(lease)), lease);
        }
        requireNobodyInBefore(held);
    }

    @Test
    @Proves(Rule.EXP_2)
    void EXP_2_nobody_is_granted_a_lock_while_its_holder_has_renewed_time_left() throws Exception {
        LockClient holder = client();
        Map<LockHandle, Duration> held = new LinkedHashMap<>();
        List<Duration> leases = new ArrayList<>(List.of(uneven(lease(), UNEVEN_MILLIS)));
        BELOW_HALF_MILLIS.forEach(millis -> leases.add(uneven(lease().plusSeconds(1), millis)));
        for (Duration lease : leases) {
            await("a hold is renewed before its lease of " + lease().toMillis() + " ms ends", () -> {
                LockHandle handle = holdBriefly(holder, name(), unrenewed(lease()));
                boolean renewed = handle.renew(lease) == RenewResult.RENEWED;
                if (renewed) {
                    held.put(handle, lease);
                }
                return renewed;
            });
        }
        requireNobodyInBefore(held);
    }

    @Test
    @Proves(Rule.EXP_1)
    void EXP_1_a_lease_ends_whatever_the_wall_clock_of_its_client_shows() throws Exception {
        LockClient other = client();
        for (Duration off : WRONG) {
            String name = name();
            holdBriefly(clientWithClock(off), name, unrenewed(lease()));
            await(
                    "'" + name + "', held by a client whose wall clock is off by " + off + ", is granted to another",
                    () -> tryAcquire(other, name, unrenewed(longLease())).isPresent(),
                    endOf(lease()));
        }
    }

    @Test
    @Proves(Rule.EXP_2)
    void EXP_2_no_wall_clock_of_a_client_ends_a_lease_early() throws Exception {
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
        Map<LockHandle, Duration> strangers = new LinkedHashMap<>();
        for (Duration off : WRONG) {
            LockClient wrong = clientWithClock(off);
            require(
                    tryAcquire(wrong, name, unrenewed(longLease())).isEmpty(),
                    "'{}', which is held, was granted to a client whose wall clock is off by {}",
                    name,
                    off);
            started(fixture().openBackend(), new StandaloneContext(SettableClock.wrongBy(off)))
                    .release(attempt(name, longLease()));
            require(
                    tryAcquire(client(), name, unrenewed(longLease())).isEmpty(),
                    "'{}', which is held, was granted after a release by another, whose wall clock is off by {}",
                    name,
                    off);
            strangers.put(holdBriefly(wrong, name(), unrenewed(lease())), lease());
        }
        requireNobodyInBefore(strangers);
        require(
                held.state() == HandleState.HELD,
                "'{}' is {} after tries of clients with other clocks",
                name,
                held.state());
    }

    private LockClient clientWithClock(Duration off) {
        return client(ClientOptions.STANDARD.withClock(SettableClock.wrongBy(off)));
    }

    /** A lease that is no multiple of any store's unit, so that a store that rounds down ends it early. */
    private Duration uneven(Duration atLeast, long millis) {
        Duration uneven = atLeast.truncatedTo(ChronoUnit.SECONDS).plusMillis(millis);
        return new BackendProfile(capabilities())
                .nearestLease(uneven.compareTo(atLeast) < 0 ? uneven.plusSeconds(1) : uneven);
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
                () -> tryAcquire(other, shortName, unrenewed(longLease())).isPresent(),
                endOf(small));
        require(
                tryAcquire(other, longName, unrenewed(small)).isEmpty(),
                "a lease of {} ms was over as early as one of {} ms",
                longLease().toMillis(),
                small.toMillis());
        require(longHeld.state() == HandleState.HELD, "the longer hold is {}", longHeld.state());
    }

    /** Judges by the store's own report, since the end of such leases is too far away. */
    @Test
    @Proves(Rule.EXP_3)
    void EXP_3_long_leases_are_kept_as_long_as_their_holders_believe() throws Exception {
        LockClient holder = client();
        LockClient operator = client();
        int told = 0;
        for (Duration round : List.of(Duration.ofMinutes(2), Duration.ofHours(2), Duration.ofDays(2))) {
            Duration lease = new BackendProfile(capabilities()).nearestLease(round.minusMillis(5));
            String name = name();
            LockHandle held = hold(holder, name, unrenewed(lease));
            Optional<Duration> stored = operator.inspect(name).flatMap(Holder::remaining);
            Duration left = held.remaining();
            require(
                    stored.isEmpty() || stored.get().plus(TOLD_UNIT).compareTo(left) >= 0,
                    "of a lease of {} the store keeps {}, and the holder of '{}' believes in {}",
                    lease,
                    stored.orElse(left),
                    name,
                    left);
            told += stored.isPresent() ? 1 : 0;
        }
        evidence("the store told what is left of {} long leases", told);
    }

    @Test
    @Proves(Rule.EXP_3)
    void EXP_3_the_store_keeps_no_more_than_the_lease_that_was_asked_for() throws Exception {
        LockClient holder = client();
        LockClient operator = client();
        Duration lease = longLease();
        String name = name();
        LockHandle held = hold(holder, name, unrenewed(lease));
        requireKept(operator, held, lease, "an acquisition");
        for (int renewal = 1; renewal <= 3; renewal++) {
            require(held.renew(lease) == RenewResult.RENEWED, "'{}' was not renewed", name);
            requireKept(operator, held, lease, "renewal " + renewal);
        }
    }

    private void requireKept(LockClient operator, LockHandle held, Duration lease, String after) {
        Duration most = lease.plus(fixture().expiryDelay()).plus(TOLD_UNIT);
        Optional<Duration> stored = operator.inspect(held.lockName()).flatMap(Holder::remaining);
        Duration left = held.remaining();
        require(
                stored.isEmpty()
                        || (stored.get().compareTo(most) <= 0
                                && stored.get().plus(TOLD_UNIT).compareTo(left) >= 0),
                "after {} with a lease of {} the store keeps {} of '{}', and its holder believes in {}",
                after,
                lease,
                stored.orElse(left),
                held.lockName(),
                left);
    }

    /** Sees what a rule that waits for the end may miss between two tries: milliseconds. */
    @Test
    @Proves(Rule.EXP_3)
    void EXP_3_the_store_keeps_a_short_lease_for_no_less_than_its_holder_believes() throws Exception {
        LockClient holder = client();
        LockClient operator = client();
        int told = 0;
        for (int i = 0; i < HOLDS; i++) {
            LockHandle held = holdBriefly(holder, name(), unrenewed(lease()));
            Optional<Duration> stored = operator.inspect(held.lockName()).flatMap(Holder::remaining);
            Duration left = held.remaining();
            require(
                    stored.isEmpty() || stored.get().plus(unitOf(stored.get())).compareTo(left) >= 0,
                    "of a lease of {} the store keeps {}, and the holder of '{}' believes in {} a moment later",
                    lease(),
                    stored.orElse(left),
                    held.lockName(),
                    left);
            told += stored.isPresent() ? 1 : 0;
        }
        evidence("the store told what is left of {} short leases", told);
    }

    /** A store that counts in whole seconds reports whole seconds. */
    private static Duration unitOf(Duration told) {
        return told.equals(told.truncatedTo(ChronoUnit.SECONDS)) ? TOLD_UNIT : Duration.ofMillis(1);
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
        requireRenewedFor(longest);
        evidence("longest lease {}", longest);
    }

    /** Each step may convert a lease by itself. */
    private void requireRenewedFor(Duration longest) {
        LockBackend backend = backend();
        Grant grant = granted(backend, attempt(name(), longLease()));
        RenewOutcome renewal = backend.renew(grant, longest);
        require(renewal instanceof RenewOutcome.Renewed, "a renewal for {} ended as {}", longest, renewal);
        granted(backend, grant.attempt());
        LockBackend other = backend();
        LockName name = grant.attempt().name();
        Duration stored = other.inspect(name).flatMap(Holder::remaining).orElse(longest);
        require(
                stored.compareTo(longest.dividedBy(2)) > 0,
                "of a lease that was renewed for {} the store keeps {}",
                longest,
                stored);
        AcquireOutcome outcome = other.tryAcquire(like(grant.attempt()));
        require(
                outcome instanceof AcquireOutcome.Contended contended
                        && contended.retryAfter().compareTo(Duration.ZERO) > 0,
                "a try for '{}', whose lease was renewed for {}, ended as {}",
                name,
                longest,
                outcome);
    }

    @Test
    @Proves(Rule.EXP_4)
    @ResourceLock(STORE)
    void EXP_4_a_restart_of_the_store_keeps_the_lock_or_is_shown_to_lose_it() throws Exception {
        Runnable restart = restart();
        recorded(clients -> restarted(clients, restart));
    }

    private void restarted(RecordedClients clients, Runnable restart) throws InterruptedException {
        String name = name();
        Grant former = granted(backend(), attempt(name(), longLease()));
        takeAway(former.attempt());
        InterceptedBackend unwatched = new InterceptedBackend(fixture().openForRestart());
        // A watch can be quicker than the next holder, and need not be: that is no guarantee.
        unwatched.withoutWatch();
        Party holder = party(clients, "holder", unwatched);
        LockHandle held = holder.recorded()
                .holds(hold(holder.client(), name, unrenewed(fixture().restartLease())));
        clients.inject(Action.RESTART, restart);
        Party rival = party(clients, "rival", fixture().openBackend());
        HandleState believed = held.state();
        Optional<LockHandle> next = tryAcquire(rival.client(), name, unrenewed(longLease()));
        next.ifPresent(rival.recorded()::holds);
        boolean granted = next.isPresent();
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
        Grant free = granted(backend(), like(former.attempt()));
        require(
                !declared || free.token() > former.token(),
                "SURVIVES_RESTART is declared, but '{}', which was free, had token {} before a restart and {} after it",
                former.attempt().name(),
                former.token(),
                free.token());
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
            found(Situation.BELIEF_STORE_RESTARTED, true, "No other client was granted the held lock.");
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
