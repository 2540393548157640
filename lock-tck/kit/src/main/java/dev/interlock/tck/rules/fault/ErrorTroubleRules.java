// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.fault;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.rules.BackendProfile;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Awaiter;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rule of ERR about a store that fails in the calls of its backend, while the way to it is sound. */
public abstract class ErrorTroubleRules extends ClientRuleTest {

    private static final int CLIENTS = 3;

    /** Together their limits are far above {@link #BESIDE}. */
    private static final int TRIES = 50;

    /** What a try may take longer than twice the time of one alone, on a machine that runs many threads. */
    private static final Duration BESIDE = Duration.ofSeconds(2);

    @Test
    @Proves(Rule.ERR_1)
    void ERR_1_a_failure_of_the_store_is_no_answer_about_the_lock() throws Exception {
        for (StoreTrouble trouble : troubles()) {
            requireHonest(trouble);
        }
    }

    @Test
    @Proves(Rule.ERR_1)
    void ERR_1_a_client_that_starts_while_the_store_fails_is_refused_as_unavailable_or_starts() {
        for (StoreTrouble trouble : troubles()) {
            LockBackend late = closing(trouble.openBackend());
            trouble.begin(Set.of(name()));
            String start = "a start while " + trouble.description();
            try {
                late.start(new StandaloneContext());
                evidence("{} is none of its business", start);
            } catch (LockUnavailableException e) {
                evidence("{} was refused", start);
            } catch (RuntimeException e) {
                throw broken(e, "{} threw {} instead of {}", start, e, LockUnavailableException.class.getSimpleName());
            }
            trouble.end();
        }
    }

    /** A step that waits for those before it, and then for the store, ends after all of their limits. */
    @Test
    @Proves(Rule.ERR_8)
    void ERR_8_many_tries_at_a_store_that_fails_end_as_soon_as_one() throws Exception {
        for (StoreTrouble trouble : troubles()) {
            List<LockBackend> clients = Stream.generate(() -> started(trouble.openBackend()))
                    .limit(CLIENTS)
                    .toList();
            String name = name();
            trouble.begin(Set.of(name));
            Duration alone = tried(clients.get(0), name);
            List<Future<Duration>> tries = new ArrayList<>();
            for (int i = 0; i < TRIES; i++) {
                LockBackend client = clients.get(i % CLIENTS);
                tries.add(start(() -> tried(client, name)));
            }
            Duration longest = Duration.ZERO;
            for (Future<Duration> each : tries) {
                Duration taken = join("one of " + TRIES + " tries while " + trouble.description(), each, LONG);
                longest = taken.compareTo(longest) > 0 ? taken : longest;
            }
            trouble.end();
            require(
                    longest.compareTo(alone.multipliedBy(2).plus(Awaiter.stretched(BESIDE))) < 0,
                    "while {} a try alone took {} ms, and of {} at once one took {} ms",
                    trouble.description(),
                    alone.toMillis(),
                    TRIES,
                    longest.toMillis());
            evidence(
                    "{} ms alone, and {} ms at most beside others, while {}",
                    alone.toMillis(),
                    longest.toMillis(),
                    trouble.description());
        }
    }

    private Duration tried(LockBackend client, String name) {
        Attempt wanted = attempt(name, longLease());
        Stopwatch watch = new Stopwatch();
        client.tryAcquire(wanted);
        return watch.elapsed();
    }

    private void requireHonest(StoreTrouble trouble) throws Exception {
        LockBackend backend = started(trouble.openBackend());
        Attempt wanted = attempt(name(), longLease());
        Grant renewed = granted(backend, attempt(name(), halfLease()));
        Grant released = granted(backend, attempt(name(), longLease()));
        Grant freed = granted(backend, attempt(name(), longLease()));
        LockName held = renewed.attempt().name();
        String during = "while " + trouble.description();
        trouble.begin(Set.of(
                wanted.name().value(),
                held.value(),
                released.attempt().name().value(),
                freed.attempt().name().value()));
        // At the same time: each may take the whole request limit.
        Future<AcquireOutcome> acquiring = start(() -> backend.tryAcquire(wanted));
        Future<RenewOutcome> renewing = start(() -> backend.renew(renewed, longLease()));
        Future<ReleaseOutcome> releasing = start(() -> backend.release(released.attempt()));
        Future<Optional<Holder>> inspecting = start(() -> backend.inspect(held));
        Future<Optional<FreeOutcome>> freeing = start(() ->
                backend.operator().map(operator -> operator.free(freed.attempt().name(), freed.token())));
        AcquireOutcome acquisition = join("an attempt " + during, acquiring);
        RenewOutcome renewal = join("a renewal " + during, renewing);
        ReleaseOutcome release = join("a release " + during, releasing);
        String shown = shown(during, inspecting);
        Optional<FreeOutcome> free = join("a free " + during, freeing);
        trouble.end();
        LockBackend other = started(trouble.openBackend());
        requireHonestAttempt(trouble, other, wanted, acquisition);
        requireHonestRenewal(during, other, renewed, renewal);
        requireHonestRelease(during, other, released, release);
        free.ifPresent(outcome -> requireHonestFree(during, other, freed, outcome));
        evidence(
                "{} an attempt ended as {}, a renewal as {}, a release as {}, inspect as {}, and a free as {}",
                during,
                kind(acquisition),
                kind(renewal),
                kind(release),
                shown,
                free.map(ErrorTroubleRules::kind).orElse("nothing"));
    }

    private String shown(String during, Future<Optional<Holder>> inspecting) throws Exception {
        try {
            Optional<Holder> holder = join("an inspection " + during, inspecting);
            require(holder.isPresent(), "{} inspect showed no holder of a lock that is held", during);
            return kind(holder.orElseThrow());
        } catch (LockUnavailableException e) {
            return kind(e);
        }
    }

    private void requireHonestAttempt(
            StoreTrouble trouble, LockBackend other, Attempt attempt, AcquireOutcome outcome) {
        String what = "an attempt on '" + attempt.name() + "', which is free, while " + trouble.description();
        boolean owned = other.inspect(attempt.name()).isPresent();
        require(!(outcome instanceof AcquireOutcome.Contended), "{} ended as {}", what, outcome);
        require(
                !(outcome instanceof AcquireOutcome.Refused) || !(owned || trouble.mayExecute()),
                "{} ended as {}, although the store may have executed it",
                what,
                outcome);
        require(
                !(outcome instanceof AcquireOutcome.Granted) || owned,
                "{} ended as {}, and the store has no owner for it",
                what,
                outcome);
    }

    private void requireHonestRenewal(String during, LockBackend other, Grant grant, RenewOutcome outcome) {
        LockName name = grant.attempt().name();
        Optional<Holder> found = other.inspect(name).filter(shown -> shown.fencingToken() == grant.token());
        if (found.isEmpty() && endsWithConnection()) {
            return;
        }
        Holder holder = found.orElseThrow(
                () -> broken("{} the store lost '{}': a trouble must leave what it keeps", during, name));
        String what = "a renewal of '" + name + "' by its owner " + during;
        require(!(outcome instanceof RenewOutcome.NotOwner), "{} ended as {}", what, outcome);
        Duration kept = holder.remaining().orElse(longLease());
        require(
                !(outcome instanceof RenewOutcome.Renewed) || kept.compareTo(halfLease()) > 0 || !isHalved(),
                "{} ended as {}, and the store keeps {}",
                what,
                outcome,
                kept);
    }

    private void requireHonestRelease(String during, LockBackend other, Grant grant, ReleaseOutcome outcome) {
        LockName name = grant.attempt().name();
        String what = "a release of '" + name + "' by its owner " + during;
        require(!(outcome instanceof ReleaseOutcome.NotOwner) || endsWithConnection(), "{} ended as {}", what, outcome);
        require(
                !(outcome instanceof ReleaseOutcome.Released)
                        || other.inspect(name).isEmpty(),
                "{} ended as {}, and the store still has its owner",
                what,
                outcome);
    }

    private void requireHonestFree(String during, LockBackend other, Grant grant, FreeOutcome outcome) {
        LockName name = grant.attempt().name();
        String what = "a free of '" + name + "', which is held, " + during;
        boolean denied = outcome instanceof FreeOutcome.NotHeld || outcome instanceof FreeOutcome.OtherToken;
        require(!denied || endsWithConnection(), "{} ended as {}", what, outcome);
        require(
                !(outcome instanceof FreeOutcome.Freed) || other.inspect(name).isEmpty(),
                "{} ended as {}, and the store still has its owner",
                what,
                outcome);
    }

    /** Half of the lease of a renewal, as the store can keep it. */
    private Duration halfLease() {
        return new BackendProfile(capabilities()).nearestLease(longLease().dividedBy(2));
    }

    private boolean isHalved() {
        return halfLease().compareTo(longLease()) < 0;
    }

    private static String kind(Object outcome) {
        return outcome.getClass().getSimpleName();
    }
}
