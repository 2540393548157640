// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockClient;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.LockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/** The registry, which is compiled for 6.5, as the typed interfaces of Spring Integration 7 see it. */
final class TypedRegistryTest {

    private final LockClient client = LockClient.connect("memory:");
    private final InterlockLockRegistry registry = new InterlockLockRegistry(client, "typed");

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void work_under_the_lock_keeps_its_type() throws InterruptedException, TimeoutException {
        LockRegistry<?> typed = registry;
        Integer result = typed.executeLocked("a", () -> 42);
        assertThat(result).isEqualTo(42);
        Integer waited = typed.executeLocked("a", Duration.ofSeconds(1), () -> 43);
        assertThat(waited).isEqualTo(43);
    }

    @Test
    @SuppressWarnings("LockNotBeforeTry") // the steps between lock and unlock are what is tested
    void a_lock_can_be_renewed_for_a_time() {
        RenewableLockRegistry<?> renewable = registry;
        Lock lock = renewable.obtain("a");
        lock.lock();
        renewable.renewLock("a");
        renewable.renewLock("a", Duration.ofMinutes(2));
        assertThat(registry.obtain("a").view().remaining()).isGreaterThan(Duration.ofMinutes(1));
        lock.unlock();
    }

    @Test
    void unused_locks_need_not_be_removed() {
        ExpirableLockRegistry<?> expirable = registry;
        expirable.expireUnusedOlderThan(0);
    }

    /** A jar for both generations cannot implement an interface that one of them lacks. */
    @Test
    void a_lock_has_the_methods_of_a_distributed_lock_and_not_its_type() throws InterruptedException {
        InterlockLock lock = registry.obtain("a");
        assertThat(lock).isNotInstanceOf(DistributedLock.class);
        assertThat(lock.tryLock(Duration.ZERO, Duration.ofMinutes(1))).isTrue();
        lock.unlock();
    }
}
