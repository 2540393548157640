// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.MultiLock;
import dev.interlock.MultiLockHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of MULTI about who gets several locks, and when. */
abstract class MultiRules extends InstrumentedRuleTest {

    private static final Duration LIMIT = Duration.ofMillis(400);
    private static final int CALLERS = 6;
    private static final int HOLDS_EACH = 5;

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
    void MULTI_2_overlapping_sets_in_any_order_exclude_each_other_and_all_get_on() throws Exception {
        List<LockClient> clients = List.of(client(), client());
        List<String> names = names();
        Map<String, Integer> inside = new ConcurrentHashMap<>();
        List<Future<Integer>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            int caller = i;
            callers.add(start(() -> holdSets(clients.get(caller % clients.size()), names, caller, inside)));
        }
        for (Future<Integer> caller : callers) {
            join("a caller of overlapping sets", caller, LONG);
        }
        evidence("{} callers in 2 clients held {} sets of 2 of 3 locks each", CALLERS, HOLDS_EACH);
    }

    private int holdSets(LockClient client, List<String> names, int caller, Map<String, Integer> inside)
            throws InterruptedException {
        Random order = new Random(caller);
        AcquireOptions options = waiting(patience().multipliedBy(4));
        for (int i = 0; i < HOLDS_EACH; i++) {
            List<String> set = new ArrayList<>(names);
            Collections.shuffle(set, order);
            MultiLockHandle handle = client.lockAll(set.subList(0, 2))
                    .tryAcquire(options)
                    .orElseThrow(() -> broken("{} were not granted within {}", set.subList(0, 2), options.maxWait()));
            for (String name : handle.fencingTokens().keySet()) {
                Integer other = inside.put(name, caller);
                require(other == null, "'{}' was held by callers {} and {} at once", name, caller, other);
            }
            handle.fencingTokens().keySet().forEach(inside::remove);
            handle.close();
        }
        return HOLDS_EACH;
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
                () -> watch.elapsed().compareTo(limit.multipliedBy(3).dividedBy(4)) > 0);
        first.release();
        LockTimeoutException timeout = thrownBy(LockTimeoutException.class, "a set of which one is taken", waiting);
        Duration waited = watch.elapsed();
        require(waited.compareTo(limit) >= 0, "a wait of {} ended after {}", limit, waited);
        require(
                waited.compareTo(limit.multipliedBy(3).dividedBy(2)) < 0,
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

    /** Three names, in the order in which they are acquired. */
    final List<String> names() {
        String name = name();
        return List.of(name + " a", name + " b", name + " c");
    }
}
