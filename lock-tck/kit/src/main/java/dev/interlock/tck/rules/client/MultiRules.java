// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.client;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.MultiLock;
import dev.interlock.MultiLockHandle;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.rules.instrument.StepGate;
import dev.interlock.tck.time.Awaiter;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of MULTI about which caller gets several locks, and when. */
public abstract class MultiRules extends InstrumentedRuleTest {

    private static final Duration LIMIT = Duration.ofSeconds(3);

    @Test
    @Proves(Rule.MULTI_1)
    void MULTI_1_a_set_of_which_one_is_taken_leaves_the_others_free() throws Exception {
        LockClient client = client();
        LockClient other = client();
        List<String> names = names();
        for (LockClient holder : List.of(other, client)) {
            for (String name : names) {
                LockHandle taken = hold(holder, name, renewed(longLease()));
                Optional<MultiLockHandle> handle = client.lockAll(names).tryAcquire(renewed(longLease()));
                require(handle.isEmpty(), "{} were granted although '{}' is taken", names, name);
                for (String free : names) {
                    require(
                            free.equals(name) || isFree(other, free),
                            "'{}' is taken since a try for {} found '{}' taken",
                            free,
                            names,
                            name);
                }
                taken.release();
            }
        }
        try (MultiLockHandle handle = client.lockAll(names).acquire(waiting())) {
            for (String name : names) {
                require(!isFree(other, name), "'{}' is free although {} are held", name, handle.fencingTokens());
            }
        }
    }

    @Test
    @Proves(Rule.MULTI_2)
    void MULTI_2_sets_in_opposite_orders_exclude_each_other_and_both_get_on() throws Exception {
        List<String> names = names();
        InterceptedBackend first = intercepted();
        InterceptedBackend second = intercepted();
        MultiLock upwards = client(first).lockAll(List.of(names.get(0), names.get(1)));
        MultiLock downwards = client(second).lockAll(List.of(names.get(1), names.get(0)));
        StepGate holding = gate();
        first.onAcquire(step -> {
            AcquireOutcome outcome = step.get();
            holding.pass();
            return outcome;
        });
        CompletableFuture<MultiLockHandle> one = upwards.acquireAsync(waiting());
        await("the first caller has one lock of its set", () -> holding.arrivals() > 0);
        CompletableFuture<MultiLockHandle> other = downwards.acquireAsync(waiting());
        await(
                "the second caller has asked for a lock",
                () -> names.stream().anyMatch(name -> second.answeredAttempts(name) > 0));
        holding.open();
        MultiLockHandle held = grantedSet("the set of the first caller", one);
        require(!other.isDone(), "{} are held by two callers at once", downwards.names());
        held.close();
        grantedSet("the set of the second caller", other).close();
    }

    /** A set that must be granted within its limit. */
    private MultiLockHandle grantedSet(String what, CompletableFuture<MultiLockHandle> set) throws Exception {
        await(what + " ends", set::isDone, LONG);
        try {
            return set.join();
        } catch (CompletionException e) {
            throw broken(e, "{} was not granted: {}", what, e.getCause());
        }
    }

    @Test
    @Proves(Rule.MULTI_3)
    void MULTI_3_one_limit_counts_for_all_names() throws Exception {
        LockClient other = client();
        List<String> names = names();
        LockHandle first = hold(other, names.get(0), renewed(longLease()));
        LockHandle last = hold(other, names.get(2), renewed(longLease()));
        MultiLock locks = client().lockAll(names);
        Duration limit = Awaiter.stretched(LIMIT);
        AcquireOptions options = renewed(longLease()).withMaxWait(limit).withRetry(EAGER);
        Stopwatch watch = new Stopwatch();
        CompletableFuture<MultiLockHandle> waiting = locks.acquireAsync(options);
        await(
                "most of the limit is over",
                () -> watch.elapsed().compareTo(limit.multipliedBy(3).dividedBy(4)) > 0,
                limit.plus(patience()));
        first.release();
        await("the wait ends", waiting::isDone, limit.multipliedBy(2).plus(patience()));
        LockTimeoutException timeout = thrownBy(LockTimeoutException.class, "a set of which one is taken", waiting);
        Duration waited = watch.elapsed();
        require(waited.compareTo(limit) >= 0, "a wait of {} ended after {}", limit, waited);
        require(
                waited.compareTo(limit.multipliedBy(17).dividedBy(10)) < 0,
                "a wait of {} for {} locks ended after {}",
                limit,
                names.size(),
                waited);
        require(
                Stream.of(names.get(0), names.get(2)).anyMatch(String.valueOf(timeout.getMessage())::contains),
                "the exception does not say which lock was taken: {}",
                timeout.getMessage());
        last.release();
    }

    @Test
    @Proves(Rule.MULTI_4)
    void MULTI_4_who_waits_for_one_lock_does_not_sit_on_the_others() throws Exception {
        LockClient other = client();
        List<String> names = names();
        LockHandle taken = hold(other, names.get(2), renewed(longLease()));
        InterceptedBackend backend = intercepted();
        CompletableFuture<MultiLockHandle> waiting =
                client(backend).lockAll(names).acquireAsync(waiting(LONG));
        await("the waiter asks for the lock that is taken", () -> backend.answeredAttempts(names.get(2)) > 0);
        for (String name : List.of(names.get(0), names.get(1))) {
            Optional<LockHandle> handle =
                    tryAcquire(other, name, waiting(patience().multipliedBy(2)));
            require(handle.isPresent(), "'{}' is kept by a caller that waits for '{}'", name, names.get(2));
            handle.ifPresent(LockHandle::release);
        }
        require(!waiting.isDone(), "{} were granted although '{}' is taken", names, names.get(2));
        taken.release();
        await("the set is granted", waiting::isDone, LONG);
        join("the set", waiting).close();
    }
}
