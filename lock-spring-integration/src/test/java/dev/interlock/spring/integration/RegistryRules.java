// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockLostException;
import dev.interlock.LockSettings;
import dev.interlock.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.LockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/**
 * What Spring Integration's tests of its registries ask, as far as it applies, and what Interlock adds. Two registries
 * on clients of their own stand for two processes; the third one grants short leases without renewal.
 *
 * <p>These of their tests do not apply: the cache of locks, its capacity and its eviction, because nothing is cached; the
 * masks of {@code DefaultLockRegistry}; the table and the executor of single stores. {@code
 * testReentrantLockAfterExpiration} has the opposite result here.
 */
@Execution(ExecutionMode.CONCURRENT)
@SuppressWarnings("LockNotBeforeTry") // the steps between lock and unlock are what is tested
abstract class RegistryRules {

    private static final Duration SHORT = Duration.ofMillis(500);

    private final String key = UUID.randomUUID().toString();
    private final List<LockClient> clients = new ArrayList<>();
    private InterlockLockRegistry registry;
    private InterlockLockRegistry otherProcess;
    private InterlockLockRegistry withoutRenewal;

    abstract String uri();

    @BeforeEach
    void connect() {
        registry = registry(ClientOptions.STANDARD);
        otherProcess = registry(ClientOptions.STANDARD);
        withoutRenewal = registry(ClientOptions.STANDARD.withDefaults(
                AcquireOptions.inherited().withLease(SHORT).withRenewal(Renewal.NONE)));
    }

    private InterlockLockRegistry registry(ClientOptions options) {
        LockClient client = LockClient.connect(LockSettings.of(uri()).withClient(options));
        clients.add(client);
        return new InterlockLockRegistry(client, "rules");
    }

    @AfterEach
    void close() {
        clients.forEach(LockClient::close);
    }

    @Test
    void a_lock_can_be_taken_again_and_again() throws Exception {
        for (int i = 0; i < 10; i++) {
            Lock lock = registry.obtain(key);
            lock.lock();
            assertThat(isTakenForOthers()).isTrue();
            lock.unlock();
            lock.lockInterruptibly();
            assertThat(isTakenForOthers()).isTrue();
            lock.unlock();
            assertThat(isTakenForOthers()).isFalse();
        }
    }

    @Test
    void a_thread_can_enter_again_and_only_its_last_unlock_frees_the_lock() throws Exception {
        Lock outer = registry.obtain(key);
        outer.lock();
        Lock inner = registry.obtain(key);
        inner.lockInterruptibly();
        assertThat(inner.tryLock()).isTrue();
        inner.unlock();
        inner.unlock();
        assertThat(isTakenForOthers()).isTrue();
        outer.unlock();
        assertThat(isTakenForOthers()).isFalse();
    }

    @Test
    void two_keys_are_two_locks() {
        Lock one = registry.obtain(key);
        Lock two = registry.obtain(key + "-two");
        assertThat(two).isNotEqualTo(one);
        one.lock();
        two.lock();
        two.unlock();
        assertThat(isTakenForOthers()).isTrue();
        one.unlock();
    }

    @Test
    void ten_locks_of_one_thread_leave_nothing_behind() {
        List<InterlockLock> locks = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            locks.add(registry.obtain(key + i));
        }
        locks.forEach(Lock::lock);
        assertThat(clients.get(1).inspect("rules/" + key + 9)).isPresent();
        locks.forEach(Lock::unlock);
        assertThat(locks).allMatch(lock -> lock.view().holdCount() == 0);
        assertThat(clients.get(1).inspect("rules/" + key + 9)).isEmpty();
    }

    @Test
    void a_second_thread_gets_no_lock_within_its_wait_and_cannot_unlock_it() throws Exception {
        Lock lock = registry.obtain(key);
        lock.lock();
        inThread(() -> {
            Lock same = registry.obtain(key);
            assertThat(same.tryLock(50, TimeUnit.MILLISECONDS)).isFalse();
            assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(same::unlock);
            return null;
        });
        assertThat(isTakenForOthers()).isTrue();
        lock.unlock();
    }

    @Test
    void a_waiting_thread_gets_the_lock_after_the_unlock() throws Exception {
        waitsAndGetsTheLock(registry);
    }

    @Test
    void a_waiting_process_gets_the_lock_after_the_unlock() throws Exception {
        waitsAndGetsTheLock(otherProcess);
    }

    private void waitsAndGetsTheLock(InterlockLockRegistry waiting) throws Exception {
        Lock lock = registry.obtain(key);
        lock.lock();
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> waiter = start(() -> {
            begun.countDown();
            Lock same = waiting.obtain(key);
            boolean acquired = same.tryLock(20, TimeUnit.SECONDS);
            same.unlock();
            return acquired;
        });
        begun.await();
        assertThat(waiter).isNotDone();
        lock.unlock();
        assertThat(waiter.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void of_two_waiting_processes_one_gets_the_lock() throws Exception {
        Lock lock = registry.obtain(key);
        lock.lock();
        CountDownLatch begun = new CountDownLatch(2);
        AtomicInteger holders = new AtomicInteger();
        CountDownLatch end = new CountDownLatch(1);
        List<CompletableFuture<Void>> both = new ArrayList<>();
        for (InterlockLockRegistry own : List.of(registry, otherProcess)) {
            both.add(start(() -> {
                begun.countDown();
                Lock same = own.obtain(key);
                assertThat(same.tryLock(20, TimeUnit.SECONDS)).isTrue();
                holders.incrementAndGet();
                end.await();
                holders.decrementAndGet();
                same.unlock();
                return null;
            }));
        }
        begun.await();
        lock.unlock();
        await().until(() -> holders.get() > 0);
        await().during(Duration.ofMillis(100)).until(() -> holders.get() == 1);
        end.countDown();
        CompletableFuture.allOf(both.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);
    }

    @Test
    void many_processes_take_turns() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger turns = new AtomicInteger();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            InterlockLockRegistry own = i % 2 == 0 ? registry : otherProcess;
            all.add(start(() -> {
                for (int turn = 0; turn < 3; turn++) {
                    Lock lock = own.obtain(key);
                    lock.lock();
                    assertThat(inside.incrementAndGet()).isEqualTo(1);
                    turns.incrementAndGet();
                    inside.decrementAndGet();
                    lock.unlock();
                }
                return null;
            }));
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        assertThat(turns).hasValue(24);
    }

    @Test
    void an_expired_lock_goes_to_another_process_and_its_unlock_says_so() throws Exception {
        Lock expired = withoutRenewal.obtain(key);
        assertThat(expired.tryLock()).isTrue();
        Lock next = otherProcess.obtain(key);
        assertThat(next.tryLock(20, TimeUnit.SECONDS)).isTrue();
        // A difference to Spring Integration, whose registry returns false or takes the lock anew.
        assertThatThrownBy(expired::tryLock).isInstanceOf(LockLostException.class);
        assertThatExceptionOfType(ConcurrentModificationException.class)
                .isThrownBy(expired::unlock)
                .withCauseInstanceOf(LockLostException.class);
        assertThat(expired.tryLock()).isFalse();
        next.unlock();
        assertThat(expired.tryLock()).isTrue();
        expired.unlock();
    }

    @Test
    void the_unlock_of_an_expired_lock_says_so_although_nobody_took_it() {
        Lock expired = withoutRenewal.obtain(key);
        expired.lock();
        await().until(() -> !isTakenForOthers());
        assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(expired::unlock);
    }

    @Test
    void a_lock_is_renewed_without_a_task_scheduler() {
        InterlockLockRegistry renewed = registry(
                ClientOptions.STANDARD.withDefaults(AcquireOptions.inherited().withLease(Duration.ofSeconds(1))));
        Lock lock = renewed.obtain(key);
        lock.lock();
        await().during(Duration.ofMillis(1500)).until(this::isTakenForOthers);
        lock.unlock();
    }

    @Test
    void a_lock_with_a_limited_time_outlives_the_default_lease() throws Exception {
        InterlockLock lock = withoutRenewal.obtain(key);
        lock.lock(Duration.ofMinutes(1));
        assertThat(lock.view().remaining()).isGreaterThan(Duration.ofSeconds(50));
        lock.unlock();
        assertThat(lock.tryLock(Duration.ZERO, Duration.ofMinutes(1))).isTrue();
        assertThat(lock.view().remaining()).isGreaterThan(Duration.ofSeconds(50));
        assertThat(otherProcess.obtain(key).tryLock(Duration.ofMillis(10), SHORT))
                .isFalse();
        lock.unlock();
    }

    @Test
    void a_lock_with_a_limited_time_is_not_renewed() {
        InterlockLock lock = registry.obtain(key);
        lock.lock(SHORT);
        await().until(() -> !isTakenForOthers());
        assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
    }

    @Test
    void the_thread_that_holds_a_lock_can_renew_it() {
        InterlockLock lock = registry.obtain(key);
        lock.lock(Duration.ofMinutes(1));
        registry.renewLock(key);
        assertThat(lock.view().remaining()).isBetween(Duration.ofSeconds(50), Duration.ofMinutes(1));
        registry.renewLock(key, Duration.ofMinutes(2));
        assertThat(lock.view().remaining()).isGreaterThan(Duration.ofMinutes(1));
        assertThat(otherProcess.obtain(key).tryLock()).isFalse();
        lock.unlock();
    }

    @Test
    void a_lock_that_the_thread_does_not_hold_cannot_be_renewed() {
        registry.obtain(key);
        assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(() -> registry.renewLock(key));
    }

    @Test
    void a_lost_lock_cannot_be_renewed() {
        Lock expired = withoutRenewal.obtain(key);
        expired.lock();
        await().until(() -> !isTakenForOthers());
        assertThatIllegalStateException()
                .isThrownBy(() -> withoutRenewal.renewLock(key))
                .withMessage("'rules/" + key + "' was not renewed: it was lost");
        assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(expired::unlock);
    }

    @Test
    void a_try_of_another_thread_does_not_change_the_lease() throws Exception {
        InterlockLock lock = withoutRenewal.obtain(key);
        lock.lock(Duration.ofMinutes(1));
        Duration before =
                clients.get(0).inspect("rules/" + key).orElseThrow().remaining().orElseThrow();
        inThread(() -> assertThat(withoutRenewal.obtain(key).tryLock()).isFalse());
        assertThat(isTakenForOthers()).isTrue();
        Duration after =
                clients.get(0).inspect("rules/" + key).orElseThrow().remaining().orElseThrow();
        assertThat(after).isBetween(before.minusSeconds(30), before);
        lock.unlock();
    }

    @Test
    void locks_of_one_key_are_equal_in_one_client_only() {
        Lock lock = registry.obtain(key);
        assertThat(registry.obtain(key)).isEqualTo(lock).hasSameHashCodeAs(lock);
        lock.lock();
        assertThat(registry.obtain(key)).isEqualTo(lock);
        lock.unlock();
        assertThat(otherProcess.obtain(key)).isNotEqualTo(lock);
        Lock ofAnotherPrefix = new InterlockLockRegistry(clients.get(0), "other").obtain(key);
        assertThat(ofAnotherPrefix).isNotEqualTo(lock);
        lock.lock();
        assertThat(ofAnotherPrefix.tryLock()).isTrue();
        ofAnotherPrefix.unlock();
        lock.unlock();
    }

    @Test
    void an_interrupted_thread_unlocks_before_it_goes_on() {
        Lock lock = registry.obtain(key);
        lock.lock();
        Thread.currentThread().interrupt();
        lock.unlock();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(isTakenForOthers()).isFalse();
    }

    @Test
    void unused_locks_need_not_be_removed() throws Exception {
        ExpirableLockRegistry expirable = registry;
        for (int i = 0; i < 20; i++) {
            Callable<Void> round = () -> {
                expirable.expireUnusedOlderThan(0);
                Lock lock = expirable.obtain(key);
                assertThat(lock.tryLock(20, TimeUnit.SECONDS)).isTrue();
                lock.unlock();
                return null;
            };
            CompletableFuture<Void> first = start(round);
            CompletableFuture<Void> second = start(round);
            CompletableFuture.allOf(first, second).get(20, TimeUnit.SECONDS);
        }
        assertThat(isTakenForOthers()).isFalse();
    }

    @Test
    void work_under_the_lock_excludes_other_work() throws Throwable {
        LockRegistry locks = registry;
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Void> work = start(() -> {
            Lock lock = locks.obtain(key);
            lock.lock();
            inside.countDown();
            end.await();
            lock.unlock();
            return null;
        });
        inside.await();
        AtomicInteger runs = new AtomicInteger();
        assertThatExceptionOfType(TimeoutException.class)
                .isThrownBy(() -> locks.executeLocked(key, Duration.ofMillis(50), () -> {
                    runs.incrementAndGet();
                }))
                .withMessageContaining(key);
        assertThat(runs).hasValue(0);
        end.countDown();
        work.get(20, TimeUnit.SECONDS);
        locks.executeLocked(key, () -> {
            runs.incrementAndGet();
        });
        assertThat(runs).hasValue(1);
        assertThat(isTakenForOthers()).isFalse();
    }

    @Test
    void a_registry_of_spring_integration_can_renew_too() {
        RenewableLockRegistry renewable = registry;
        Lock lock = renewable.obtain(key);
        lock.lock();
        renewable.renewLock(key);
        lock.unlock();
    }

    @Test
    void keys_are_names_as_long_as_they_can_be() {
        assertThat(registry.obtain("a/ä").view().name()).isEqualTo("rules/a/ä");
        assertThat(registry.obtain(42)).isEqualTo(registry.obtain(42L)).isEqualTo(registry.obtain("42"));
        UUID id = UUID.randomUUID();
        assertThat(registry.obtain(id).view().name()).isEqualTo("rules/" + id);
    }

    @Test
    void keys_that_make_no_valid_name_are_hashed() {
        String path = "/var/spool/".repeat(30);
        Lock lock = registry.obtain(path);
        assertThat(registry.obtain(path).view().name()).matches("rules/sha256:[0-9a-f]{64}");
        assertThat(List.of(registry.obtain(path + "x"), registry.obtain("\n"), registry.obtain("")))
                .doesNotHaveDuplicates()
                .doesNotContain((InterlockLock) lock);
        lock.lock();
        assertThat(otherProcess.obtain(path).tryLock()).isFalse();
        lock.unlock();
    }

    @Test
    void other_keys_and_prefixes_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.obtain(new Object()))
                .withMessageContaining("java.lang.Object");
        String longest = "p".repeat(128);
        assertThat(new InterlockLockRegistry(clients.get(0), longest)
                        .obtain("")
                        .view()
                        .name())
                .hasSize(200);
        assertThatIllegalArgumentException().isThrownBy(() -> new InterlockLockRegistry(clients.get(0), longest + "p"));
    }

    private boolean isTakenForOthers() {
        return CompletableFuture.supplyAsync(() -> {
                    Lock lock = otherProcess.obtain(key);
                    boolean free = lock.tryLock();
                    if (free) {
                        lock.unlock();
                    }
                    return !free;
                })
                .join();
    }

    private static <T> void inThread(Callable<T> work) throws Exception {
        start(work).get(20, TimeUnit.SECONDS);
    }

    private static <T> CompletableFuture<T> start(Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        CompletableFuture.runAsync(() -> {
            try {
                result.complete(work.call());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }
}
