// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockView;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The rule of WAIT about the limit of a wait. */
abstract class WaitLimitRules extends InstrumentedRuleTest {

    private static final Duration LIMIT = Duration.ofMillis(120);

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
