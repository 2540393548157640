// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockHandle;
import dev.interlock.MultiLock;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A null argument is refused with the name of its parameter, and leaves nothing behind. */
@SuppressWarnings("NullAway")
class NullArgumentsTest {

    private static final AcquireOptions NO_OPTIONS = null;

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    private static void refused(String parameter, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(parameter);
    }

    @Test
    void of_the_client_and_its_locks() {
        DistributedLock lock = bench.client.lock("a");
        MultiLock set = bench.client.lockAll(List.of("a", "b"));
        refused("listener", () -> bench.client.addListener(null));
        refused("name", () -> bench.client.lock(null));
        refused("name", () -> bench.client.election(null));
        refused("options", () -> bench.client.election("a").lead(null, leadership -> {}));
        refused("task", () -> bench.client.election("a").lead(null));
        refused("options", () -> lock.acquire(NO_OPTIONS));
        refused("options", () -> lock.tryAcquire(NO_OPTIONS));
        refused("options", () -> lock.acquireAsync(NO_OPTIONS));
        refused("options", () -> lock.asLock(NO_OPTIONS));
        refused("options", () -> set.acquire(NO_OPTIONS));
        refused("options", () -> set.acquireAsync(NO_OPTIONS));
        refused("body", () -> lock.withLock(EngineBench.ONCE, null));
        refused("body", () -> lock.withLock(null));
        refused("body", () -> set.withLock(EngineBench.ONCE, null));
        refused("body", () -> set.withLock(null));
        refused("options", () -> lock.withLock(NO_OPTIONS, LockHandle::remaining));
        refused("options", () -> lock.runWithLock(NO_OPTIONS, handle -> {}));
        refused("options", () -> set.runWithLock(NO_OPTIONS, handle -> {}));
        refused("task", () -> lock.runWithLock(null));
        refused("task", () -> lock.runWithLock(EngineBench.ONCE, null));
        refused("task", () -> lock.runIfFree(null));
        refused("task", () -> set.runWithLock(null));
        refused("task", () -> set.runWithLock(EngineBench.ONCE, null));
        refused("task", () -> set.runIfFree(null));
        refused("body", () -> lock.withLockAsync(EngineBench.ONCE, null));
        refused("body", () -> set.withLockAsync(EngineBench.ONCE, null));
        refused("options", () -> lock.withLockAsync(NO_OPTIONS, handle -> handle.releaseAsync()));
        assertThat(bench.backend.acquired).isEmpty();
        assertThat(bench.engine.isIdle()).isTrue();
    }

    @Test
    void of_a_handle() throws InterruptedException {
        try (LockHandle handle = bench.acquire("a")) {
            refused("consumer", () -> handle.onLost(null, Runnable::run));
            refused("executor", () -> handle.onLost(loss -> {}, null));
            refused("atLeast", () -> handle.ensureHeld(null));
            refused("lease", () -> handle.renew(null));
            refused("lease", () -> handle.renewAsync(null));
        }
    }
}
