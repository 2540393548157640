// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockHandle;
import dev.interlock.tck.forward.ForwardingLock;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;

/** A lock whose asynchronous waiters form a stack. The waiter on top asks again and again. */
final class LifoLock extends ForwardingLock {

    private static final Map<String, ConcurrentLinkedDeque<CompletableFuture<LockHandle>>> STACKS =
            new ConcurrentHashMap<>();

    LifoLock(DistributedLock to) {
        super(to);
    }

    @Override
    public CompletableFuture<LockHandle> acquireAsync(AcquireOptions options) {
        CompletableFuture<LockHandle> mine = new CompletableFuture<>();
        STACKS.computeIfAbsent(name(), name -> new ConcurrentLinkedDeque<>()).push(mine);
        later();
        return mine;
    }

    private void later() {
        CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS).execute(this::serveTop);
    }

    private void serveTop() {
        Optional<LockHandle> granted = to().tryAcquire();
        if (granted.isEmpty()) {
            later();
            return;
        }
        CompletableFuture<LockHandle> top =
                Objects.requireNonNull(STACKS.get(name())).pop();
        if (!top.complete(granted.get())) {
            granted.get().close();
        }
    }
}
