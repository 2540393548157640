// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.waiting;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockView;
import dev.interlock.Waiting;
import dev.interlock.tck.Rule;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.rules.instrument.SettableClock;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The rules of WAIT about the end of a wait: a free lock, its limit, and its cost. */
public abstract class WaitRules extends InstrumentedRuleTest {

    /** More than the threads of one client, which are few and fixed. */
    private static final int MANY = 200;

    /** The most threads that many waiters may cost. */
    private static final int FEW = 32;

    private static final Duration LIMIT = Duration.ofMillis(120);

    /** The first finds that its connection has broken, and later ones that there is none to be had. */
    private static final int FAILING = 3;

    @Test
    @Proves(Rule.WAIT_1)
    void WAIT_1_waiters_here_and_elsewhere_are_granted_the_lock_after_its_release() throws Exception {
        LockClient holder = client();
        InterceptedBackend backend = intercepted();
        LockClient other = client(backend);
        String name = name();
        LockHandle held = hold(holder, name, renewed(longLease()));
        Stopwatch watch = new Stopwatch();
        for (LockClient waiter : List.of(other, holder, other)) {
            long before = backend.answeredAttempts(name);
            Future<Optional<LockHandle>> waiting = start(() -> tryAcquire(waiter, name, waiting()));
            await("the waiter asks the store", () -> waiter == holder || backend.answeredAttempts(name) > before);
            held.release();
            LockHandle last = held;
            held = join("the waiter's acquisition", waiting)
                    .orElseThrow(() -> broken("'{}' was released and a waiter was not granted it", name));
            require(
                    held.fencingToken() > last.fencingToken(),
                    "after token {} the waiter was granted {}",
                    last.fencingToken(),
                    held.fencingToken());
        }
        CompletableFuture<LockHandle> future = holder.lock(name).acquireAsync(waiting());
        held.release();
        granted("an asynchronous waiter", future).release();
        evidence("4 waiters in two clients, {} ms in all", watch.elapsed().toMillis());
    }

    @Test
    @Proves(Rule.WAIT_1)
    void WAIT_1_a_waiter_whose_request_an_outage_refused_is_granted_the_lock_after_it() throws Exception {
        List<StoreTrouble> passing =
                troubles().stream().filter(StoreTrouble::passes).toList();
        if (passing.isEmpty()) {
            throw notExercised("the fixture has no trouble that passes by itself, and cannot cut the way to its store");
        }
        for (StoreTrouble trouble : passing) {
            requireGrantedAfter(trouble);
        }
    }

    private void requireGrantedAfter(StoreTrouble trouble) throws Exception {
        InterceptedBackend backend = new InterceptedBackend(trouble.openBackend());
        LockClient client = client(backend);
        String name = name();
        trouble.begin(Set.of(name));
        Future<Optional<LockHandle>> waiting = start(() -> tryAcquire(client, name, waiting(LONG)));
        await(
                "requests of the waiter fail while " + trouble.description(),
                () -> backend.answeredAttempts(name) >= FAILING || waiting.isDone(),
                LONG);
        trouble.end();
        Optional<LockHandle> granted =
                join("the wait that began while " + trouble.description(), waiting, LONG.plus(patience()));
        require(
                granted.isPresent(),
                "'{}' is free, and a waiter was not granted it, which began to wait while {}",
                name,
                trouble.description());
        evidence("granted at request {}, the first while {}", backend.answeredAttempts(name), trouble.description());
    }

    @Test
    @Proves(Rule.WAIT_10)
    @ResourceLock(STORE)
    void WAIT_10_asynchronous_waiters_hold_no_threads() throws Exception {
        boolean blocking = capabilities().waiting() == Waiting.BLOCKING;
        LockClient holder = client();
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        Map<String, LockHandle> held = new LinkedHashMap<>();
        for (int i = 0; i < (blocking ? 3 : MANY); i++) {
            String name = name();
            held.put(name, hold(holder, name, renewed(longLease())));
        }
        int before = threads();
        List<CompletableFuture<LockHandle>> waits = held.keySet().stream()
                .map(name -> client.lock(name).acquireAsync(waiting(LONG)))
                .toList();
        await(
                "every waiter asks the store",
                () -> held.keySet().stream().allMatch(name -> backend.distinctAttempts(name) > 0),
                LONG);
        // Other code may start threads meanwhile; but waiters that hold threads hold them until they are granted.
        int asking = threads() - before;
        await(
                "after " + asking + " more threads, " + waits.size() + " waiters need no more than " + FEW,
                () -> blocking || threads() - before <= FEW);
        int more = threads() - before;
        held.values().forEach(LockHandle::release);
        await("all waiters are granted their locks", () -> waits.stream().allMatch(CompletableFuture::isDone), LONG);
        for (CompletableFuture<LockHandle> wait : waits) {
            granted("an asynchronous waiter", wait).release();
        }
        evidence(
                "{} waiters, {} more threads, waiting is {}",
                waits.size(),
                more,
                capabilities().waiting());
    }

    private static int threads() {
        return Thread.getAllStackTraces().size();
    }

    @Test
    @Proves(Rule.WAIT_2)
    void WAIT_2_a_wait_ends_at_its_limit_and_not_before() throws Exception {
        LockClient holder = client();
        String name = name();
        hold(holder, name, renewed(longLease()));
        for (LockClient client : List.of(holder, client())) {
            DistributedLock lock = client.lock(name);
            LockView view = lock.asLock(renewed(longLease()));
            AcquireOptions options = renewed(longLease()).withMaxWait(LIMIT);
            Stopwatch watch = new Stopwatch();
            List<Future<Duration>> waits = List.of(
                    start(() -> {
                        require(lock.tryAcquire(options).isEmpty(), "'{}' was granted twice", name);
                        return watch.elapsed();
                    }),
                    start(() -> {
                        thrown(LockTimeoutException.class, "acquire", () -> lock.acquire(options));
                        return watch.elapsed();
                    }),
                    start(() -> {
                        var future = lock.acquireAsync(options);
                        thrownBy(LockTimeoutException.class, "the future of acquireAsync", future);
                        return watch.elapsed();
                    }),
                    start(() -> {
                        require(!view.tryLock(LIMIT.toMillis(), TimeUnit.MILLISECONDS), "'{}' was entered twice", name);
                        return watch.elapsed();
                    }));
            for (Future<Duration> wait : waits) {
                await("a wait of " + LIMIT.toMillis() + " ms ends", wait::isDone, LIMIT.plus(patience()));
                Duration waited = join("a wait", wait);
                require(waited.compareTo(LIMIT) >= 0, "a wait of {} ended after {}", LIMIT, waited);
            }
            evidence(
                    "4 waits of {} ms ended after at most {} ms",
                    LIMIT.toMillis(),
                    watch.elapsed().toMillis());
        }
    }

    @Test
    @Proves(Rule.WAIT_2)
    void WAIT_2_the_longest_waits_do_not_overflow() throws Exception {
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
        LockView view = client().lock(name).asLock(renewed(longLease()));
        AtomicReference<Thread> thread = new AtomicReference<>();
        Future<Boolean> viewed = start(() -> {
            thread.set(Thread.currentThread());
            boolean entered = view.tryLock(Long.MAX_VALUE, TimeUnit.DAYS);
            view.unlock();
            return entered;
        });
        List<CompletableFuture<LockHandle>> waits = List.of(
                client().lock(name).acquireAsync(renewed(longLease()).withMaxWait(AcquireOptions.MAX_LEASE)),
                client().lock(name).acquireAsync(renewed(longLease()).withMaxWait(AcquireOptions.UNLIMITED)));
        never(
                "a wait of a year, or without limit, ends",
                () -> viewed.isDone() || waits.get(0).isDone() || waits.get(1).isDone(),
                Duration.ofMillis(50));
        held.release();
        await("all three are granted '" + name + "' in turn", () -> {
            for (CompletableFuture<LockHandle> wait : waits) {
                if (wait.isDone()) {
                    granted("a long wait", wait).release();
                }
            }
            return viewed.isDone() && waits.get(0).isDone() && waits.get(1).isDone();
        });
        require(join("the view's wait", viewed), "tryLock gave up before its limit of centuries");
    }

    @Test
    @Proves(Rule.WAIT_2)
    void WAIT_2_setting_the_wall_clock_neither_ends_nor_prolongs_a_wait() throws Exception {
        String name = name();
        hold(client(), name, renewed(longLease()));
        SettableClock clock = new SettableClock();
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend, ClientOptions.STANDARD.withClock(clock));
        for (Duration jump : List.of(Duration.ofHours(1), Duration.ofHours(-1))) {
            long before = backend.answeredAttempts(name);
            Stopwatch watch = new Stopwatch();
            Future<Boolean> wait =
                    start(() -> tryAcquire(client, name, renewed(longLease()).withMaxWait(LIMIT))
                            .isPresent());
            await("the waiter asks the store", () -> backend.answeredAttempts(name) > before);
            clock.set(jump);
            await("a wait of " + LIMIT.toMillis() + " ms ends", wait::isDone, LIMIT.plus(patience()));
            Duration waited = watch.elapsed();
            require(!join("a wait", wait), "'{}' was granted twice", name);
            require(
                    waited.compareTo(LIMIT) >= 0,
                    "the clock was set by {} and a wait of {} ended after {}",
                    jump,
                    LIMIT,
                    waited);
        }
    }
}
