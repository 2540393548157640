// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.tck.forward.ForwardingHandle;
import dev.interlock.tck.forward.ForwardingLock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Hand-off as a programmer would add it to a lock without hand-off. The handle of the waiter that asked the store goes
 * from waiter to waiter, whatever options each of them has. It is broken by design, and by one more defect.
 */
final class NaiveHandOffLock extends ForwardingLock {

    /** The distance between the tokens of two grants, for the tokens of the handles that share one grant. */
    private static final long ROOM = 1_000;

    /** The maximum number of handles for one grant. */
    private static final int MOST = 3;

    private final ConcurrentMap<String, Queue> queues;
    private final Defect defect;

    /** The additional defect. */
    enum Defect {
        ANY_LEASE,
        ONE_TOKEN,
        RELEASES_FOR_THE_NEXT,
        UNBOUNDED,
        ONE_STATE
    }

    NaiveHandOffLock(DistributedLock to, ConcurrentMap<String, Queue> queues, Defect defect) {
        super(to);
        this.queues = queues;
        this.defect = defect;
    }

    static ConcurrentMap<String, Queue> queues() {
        return new ConcurrentHashMap<>();
    }

    @Override
    protected LockHandle decorated(LockHandle handle) {
        return new Turn(handle, 0);
    }

    @Override
    public CompletableFuture<LockHandle> acquireAsync(AcquireOptions options) {
        Waiter waiter = new Waiter(options, new CompletableFuture<>());
        Queue queue = queues.computeIfAbsent(name(), name -> new Queue());
        boolean first;
        queue.guard.lock();
        try {
            queue.waiters.add(waiter);
            first = !queue.busy;
            queue.busy = true;
        } finally {
            queue.guard.unlock();
        }
        if (first) {
            askForHead(queue);
        }
        return waiter.promise;
    }

    private void askForHead(Queue queue) {
        Waiter head;
        queue.guard.lock();
        try {
            head = queue.waiters.poll();
            queue.busy = head != null;
        } finally {
            queue.guard.unlock();
        }
        if (head != null) {
            to().acquireAsync(head.options).whenComplete((handle, failure) -> {
                if (handle != null) {
                    head.promise.complete(new Turn(handle, 1));
                } else {
                    head.promise.completeExceptionally(failure);
                    askForHead(queue);
                }
            });
        }
    }

    /** The waiters of this client. */
    static final class Queue {
        private final ReentrantLock guard = new ReentrantLock();
        private final Deque<Waiter> waiters = new ArrayDeque<>();
        private boolean busy;
    }

    private record Waiter(AcquireOptions options, CompletableFuture<LockHandle> promise) {}

    /** One waiter's use of a handle that other waiters had before it or get after it. */
    private final class Turn extends ForwardingHandle {

        private final int turn;
        private final AtomicReference<@Nullable ReleaseResult> released = new AtomicReference<>();

        Turn(LockHandle to, int turn) {
            super(to);
            this.turn = turn;
        }

        @Override
        public long fencingToken() {
            return to().fencingToken() * ROOM + (defect == Defect.ONE_TOKEN ? 0 : turn);
        }

        @Override
        public HandleState state() {
            boolean over = released.get() != null && defect != Defect.ONE_STATE;
            return over ? HandleState.RELEASED : to().state();
        }

        @Override
        public RenewResult renew(Duration lease) {
            return released.get() != null && defect != Defect.RELEASES_FOR_THE_NEXT
                    ? RenewResult.NOT_HELD
                    : to().renew(lease);
        }

        @Override
        public ReleaseResult release() {
            ReleaseResult before = released.get();
            if (before != null) {
                return defect == Defect.RELEASES_FOR_THE_NEXT ? to().release() : before;
            }
            ReleaseResult result = turn == 0 ? to().release() : passOn();
            released.set(result);
            return result;
        }

        private ReleaseResult passOn() {
            Queue queue = queues.computeIfAbsent(name(), name -> new Queue());
            Waiter next;
            queue.guard.lock();
            try {
                boolean more = turn < MOST || defect == Defect.UNBOUNDED;
                next = more && to().state() == HandleState.HELD ? queue.waiters.poll() : null;
            } finally {
                queue.guard.unlock();
            }
            if (next != null) {
                next.promise.complete(new Turn(to(), turn + 1));
                return ReleaseResult.RELEASED;
            }
            ReleaseResult result = to().release();
            askForHead(queue);
            return result;
        }
    }
}
