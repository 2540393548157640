// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.share;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.Rule;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.SettableClock;
import dev.interlock.tck.time.Awaiter;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The rules of SHARE about the steps of a backend. */
public abstract class ShareStepRules extends ShareRuleTest {

    private static final int ROUNDS = 8;
    private static final int TRIES = 6;

    private static final int MANY_NAMES = 250;

    /** One in so many of them is released at once. */
    private static final int RELEASED = 10;

    /** A store may clear away what belongs to locks that no client holds, and nothing else. */
    @Test
    @Proves(Rule.SHARE_1)
    void SHARE_1_a_hold_is_kept_while_many_other_locks_come() {
        if (!shares()) {
            return;
        }
        ShareSteps steps = steps();
        Grant first = granted(steps, attempt(name(), longLease()), Share.WRITE);
        Stopwatch since = new Stopwatch();
        int others = 0;
        while (others < MANY_NAMES && since.elapsed().compareTo(longLease().dividedBy(4)) < 0) {
            Grant other = granted(steps, attempt(name(), longLease()), others % 2 == 0 ? Share.WRITE : HALF);
            if (others % RELEASED == 0) {
                release(steps, other.attempt());
            }
            others++;
        }
        LockName name = first.attempt().name();
        requireTaken(steps, name.value(), Share.READ, "beside " + others + " other locks");
        RenewOutcome kept = steps.renew(first, longLease()).outcome();
        require(
                kept instanceof RenewOutcome.Renewed,
                "the renewal of '{}' beside {} other locks ended as {}",
                name,
                others,
                kept);
        evidence("a hold was kept beside {} others", others);
    }

    @Test
    @Proves(Rule.SHARE_1)
    void SHARE_1_of_simultaneous_tries_as_many_are_granted_as_fit() throws Exception {
        if (!shares()) {
            return;
        }
        List<ShareSteps> stores = List.of(steps(), steps(), steps());
        String name = name();
        for (int round = 0; round < ROUNDS; round++) {
            List<Grant> granted = simultaneous(stores, name, List.of(HALF));
            require(
                    granted.size() == 2,
                    "{} of {} tries were granted one of 2 permits of '{}'",
                    granted.size(),
                    TRIES,
                    name);
            granted.forEach(grant -> release(stores.get(0), grant.attempt()));
        }
        evidence("{} rounds of {} simultaneous tries for 2 permits, 2 grants each", ROUNDS, TRIES);
    }

    @Test
    @Proves(Rule.SHARE_1)
    void SHARE_1_of_simultaneous_tries_one_writer_or_only_readers_are_granted() throws Exception {
        if (!shares()) {
            return;
        }
        List<ShareSteps> stores = List.of(steps(), steps(), steps());
        String name = name();
        for (int round = 0; round < ROUNDS; round++) {
            List<Grant> granted = new ArrayList<>();
            List<Grant> writers = new ArrayList<>();
            simultaneous(stores, name, List.of(Share.READ, Share.WRITE), granted, writers);
            boolean right = writers.isEmpty() ? !granted.isEmpty() : writers.size() == 1 && granted.isEmpty();
            require(
                    right,
                    "{} readers and {} writers were granted '{}' at the same time",
                    granted.size(),
                    writers.size(),
                    name);
            granted.forEach(grant -> release(stores.get(0), grant.attempt()));
            writers.forEach(grant -> release(stores.get(0), grant.attempt()));
        }
    }

    @Test
    @Proves(Rule.SHARE_2)
    void SHARE_2_the_tokens_of_simultaneous_grants_differ_and_grow() throws Exception {
        if (!shares()) {
            return;
        }
        List<ShareSteps> stores = List.of(steps(), steps(), steps());
        String name = name();
        AtomicLong greatest = new AtomicLong(Long.MIN_VALUE);
        for (int round = 0; round < ROUNDS; round++) {
            List<Grant> granted = simultaneous(stores, name, List.of(new Share(1, TRIES)));
            Set<Long> tokens = new HashSet<>();
            for (Grant grant : granted) {
                require(
                        grant.token() > greatest.get() && tokens.add(grant.token()),
                        "'{}' was granted with token {}, after {} and beside {}",
                        name,
                        grant.token(),
                        greatest,
                        tokens);
                release(stores.get(0), grant.attempt());
            }
            tokens.forEach(token -> greatest.accumulateAndGet(token, Math::max));
        }
    }

    private List<Grant> simultaneous(List<ShareSteps> stores, String name, List<Share> asked) throws Exception {
        List<Grant> granted = new ArrayList<>();
        simultaneous(stores, name, asked, granted, granted);
        return granted;
    }

    /** Lets tries begin together; writers are those that take all. */
    private void simultaneous(
            List<ShareSteps> stores, String name, List<Share> asked, List<Grant> others, List<Grant> writers)
            throws Exception {
        CyclicBarrier line = new CyclicBarrier(TRIES);
        List<Future<AcquireOutcome>> tries = new ArrayList<>();
        for (int i = 0; i < TRIES; i++) {
            ShareSteps store = stores.get(i % stores.size());
            Share share = asked.get(i % asked.size());
            Attempt attempt = attempt(name, longLease());
            tries.add(start(() -> {
                line.await();
                return store.tryAcquire(attempt, share);
            }));
        }
        for (int i = 0; i < TRIES; i++) {
            AcquireOutcome outcome = join("a simultaneous try", tries.get(i), LONG);
            if (outcome instanceof AcquireOutcome.Granted granted) {
                (asked.get(i % asked.size()).equals(Share.WRITE) ? writers : others).add(granted.grant());
            } else {
                require(outcome instanceof AcquireOutcome.Contended, "a try for '{}' ended as {}", name, outcome);
            }
        }
    }

    private void release(ShareSteps steps, Attempt attempt) {
        ReleaseOutcome outcome = steps.release(attempt);
        require(
                outcome instanceof ReleaseOutcome.Released,
                "the release of '{}' by its own attempt ended as {}",
                attempt.name(),
                outcome);
    }

    @Test
    @Proves(Rule.SHARE_4)
    void SHARE_4_an_attempt_that_is_sent_again_takes_its_units_once() {
        if (!shares()) {
            return;
        }
        ShareSteps steps = steps();
        String name = name();
        Attempt attempt = attempt(name, longLease());
        Grant first = granted(steps, attempt, HALF);
        Grant again = granted(steps, attempt, HALF);
        require(
                again.token() == first.token(),
                "an attempt on '{}' was granted with token {}, and again with {}",
                name,
                first.token(),
                again.token());
        Attempt other = attempt(name, longLease());
        granted(steps, other, HALF);
        requireTaken(steps, name, HALF, "while both are held");
        release(steps, attempt);
        granted(steps, attempt(name, longLease()), HALF);
        requireTaken(steps, name, HALF, "while both are held");
    }

    @Test
    @Proves(Rule.SHARE_5)
    void SHARE_5_an_attempt_without_a_grant_releases_and_renews_none() {
        if (!shares()) {
            return;
        }
        ShareSteps steps = steps();
        String name = name();
        Attempt former = attempt(name, longLease());
        Grant gone = granted(steps, former, HALF);
        release(steps, former);
        granted(steps, attempt(name, longLease()), HALF);
        granted(steps, attempt(name, longLease()), HALF);
        for (Attempt stranger : List.of(former, attempt(name, longLease()))) {
            requireNotOwner(steps, stranger, Grant.of(stranger, gone.token(), gone.sentNanos(), gone.lease()));
        }
        requireTaken(steps, name, HALF, "while both are held");
    }

    private void requireNotOwner(ShareSteps steps, Attempt attempt, Grant grant) {
        ReleaseOutcome released = steps.release(attempt);
        require(
                released instanceof ReleaseOutcome.NotOwner,
                "the release of '{}' by an attempt without a grant ended as {}",
                attempt.name(),
                released);
        RenewOutcome renewed = steps.renew(grant, longLease()).outcome();
        require(
                renewed instanceof RenewOutcome.NotOwner,
                "the renewal of '{}' by an attempt without a grant ended as {}",
                attempt.name(),
                renewed);
    }

    @Test
    @Proves(Rule.SHARE_6)
    void SHARE_6_the_units_of_a_grant_come_back_at_the_end_of_its_own_lease() {
        if (!shares()) {
            return;
        }
        ShareSteps steps = steps();
        String name = name();
        Duration lease = lease(steps);
        Grant brief = granted(steps(), attempt(name, lease), HALF);
        granted(steps(), attempt(name, longLease()), HALF);
        awaitEnd(steps, name, brief);
        requireTaken(steps, name, HALF, "while two are held whose leases go on");
        requireNotOwner(steps, brief.attempt(), brief);
        requireTaken(steps, name, HALF, "after a release by the attempt whose lease has ended");
    }

    @Test
    @Proves(Rule.SHARE_6)
    void SHARE_6_a_client_whose_wall_clock_is_wrong_neither_takes_units_nor_leaves_them() {
        if (!shares()) {
            return;
        }
        ShareSteps steps = steps();
        Duration lease = lease(steps);
        Attempt present = attempt(name(), longLease());
        granted(steps, present, BOTH);
        for (Duration off : List.of(Duration.ofHours(1), Duration.ofHours(-1))) {
            StandaloneContext context = new StandaloneContext(SettableClock.wrongBy(off));
            ShareSteps wrong = steps(started(fixture().openBackend(), context));
            requireTaken(wrong, present.name().value(), HALF, "for a client whose clock is off by " + off);
            Grant brief = granted(wrong, attempt(name(), lease), BOTH);
            awaitEnd(steps, brief.attempt().name().value(), brief);
        }
        requireTaken(steps, present.name().value(), HALF, "after tries of clients with other clocks");
    }

    @Test
    @Proves(Rule.SHARE_6)
    void SHARE_6_a_grant_that_was_confirmed_again_lasts_as_long_as_it_says() {
        if (!shares()) {
            return;
        }
        ShareSteps steps = steps();
        String name = name();
        Duration lease = lease(steps);
        Attempt attempt = attempt(name, lease);
        ShareSteps own = steps();
        Stopwatch watch = new Stopwatch();
        granted(own, attempt, BOTH);
        // Past half of the lease, where the rest of it is much shorter than the whole.
        require(
                Awaiter.holdsWithin(() -> watch.elapsed().compareTo(lease.dividedBy(2)) > 0, lease),
                "half a lease of {} did not pass",
                lease);
        if (own.tryAcquire(attempt, BOTH) instanceof AcquireOutcome.Granted again) {
            awaitEnd(steps, name, again.grant());
        } else {
            evidence("the machine stalled for a whole lease of {}", lease);
        }
    }

    @Test
    @Proves(Rule.SHARE_6)
    void SHARE_6_a_renewal_extends_its_lease_and_a_shorter_one_shortens_nothing() {
        if (!shares()) {
            return;
        }
        ShareSteps steps = steps();
        String name = name();
        Duration lease = lease(steps);
        ShareSteps own = steps();
        Grant[] held = new Grant[1];
        await("a renewal before the end of the lease", () -> {
            Grant grant = granted(own, attempt(name, lease), BOTH);
            held[0] = grant;
            return own.renew(grant, longLease()).outcome() instanceof RenewOutcome.Renewed;
        });
        RenewOutcome shorter = own.renew(held[0], lease).outcome();
        require(shorter instanceof RenewOutcome.Renewed, "the renewal of '{}' ended as {}", name, shorter);
        never(
                "'" + name + "' is free " + lease + " after a renewal of " + longLease(),
                () -> steps.tryAcquire(attempt(name, longLease()), HALF) instanceof AcquireOutcome.Granted,
                lease.plus(lease.dividedBy(4)));
    }

    /** Waits until another attempt is granted a unit, which must not be while the grant is valid. */
    private void awaitEnd(ShareSteps steps, String name, Grant grant) {
        await(
                "the lease of " + grant.lease() + " of '" + name + "' ends",
                () -> {
                    AcquireOutcome outcome = steps.tryAcquire(attempt(name, longLease()), HALF);
                    Duration since = Duration.ofNanos(now() - grant.sentNanos());
                    require(
                            !(outcome instanceof AcquireOutcome.Granted) || since.compareTo(grant.lease()) >= 0,
                            "'{}' was granted {} after the request of a grant for {}",
                            name,
                            since,
                            grant.lease());
                    return outcome instanceof AcquireOutcome.Granted;
                },
                endOf(grant.lease()));
    }
}
