// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.defect;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockHandle;
import dev.interlock.tck.forward.ForwardingLock;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A lock whose asynchronous acquisitions return a copy of their future: its cancel does not reach them. */
public final class CopiedFuture extends ForwardingLock {

    /** Keeps the handles reachable: the client releases an unreachable one after the next garbage collection. */
    private static final Queue<LockHandle> FORGOTTEN = new ConcurrentLinkedQueue<>();

    public CopiedFuture(DistributedLock to) {
        super(to);
    }

    @Override
    public CompletableFuture<LockHandle> acquireAsync(AcquireOptions options) {
        return super.acquireAsync(options)
                .whenComplete((handle, failure) -> {
                    if (handle != null) {
                        FORGOTTEN.add(handle);
                    }
                })
                .copy();
    }
}
