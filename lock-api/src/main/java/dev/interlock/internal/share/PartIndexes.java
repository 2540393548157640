// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.share;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Which parts of each kind a client has: at most as many as can be held at once. More callers wait here, in the order in
 * which they came, and not at the store. Thread-safe.
 */
final class PartIndexes {

    private final ReentrantLock guard;
    private final Map<PartName, Kind> kinds = new HashMap<>();
    private boolean closed;

    PartIndexes(ReentrantLock guard) {
        this.guard = guard;
    }

    private static final class Kind {
        private final BitSet taken = new BitSet();
        private final Deque<CompletableFuture<Integer>> waiting = new ArrayDeque<>();
    }

    /** Tells those that wait, and those that come later, that the client is closed. */
    static final class Closed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** The client closes: no caller waits for an index any more. Those that are taken can still be given back. */
    void close() {
        List<CompletableFuture<Integer>> waiting = new ArrayList<>();
        guard.lock();
        try {
            closed = true;
            kinds.values().forEach(kind -> {
                waiting.addAll(kind.waiting);
                kind.waiting.clear();
            });
        } finally {
            guard.unlock();
        }
        waiting.forEach(one -> one.completeExceptionally(new Closed()));
    }

    boolean isClosed() {
        guard.lock();
        try {
            return closed;
        } finally {
            guard.unlock();
        }
    }

    /** The least free index; empty if all are taken, or others wait. */
    OptionalInt tryTake(PartName kind) {
        guard.lock();
        try {
            Kind known = kinds.get(kind);
            int free = known == null ? 0 : known.taken.nextClearBit(0);
            if (free >= most(kind) || (known != null && !known.waiting.isEmpty())) {
                return OptionalInt.empty();
            }
            kinds.computeIfAbsent(kind, absent -> new Kind()).taken.set(free);
            return OptionalInt.of(free);
        } finally {
            guard.unlock();
        }
    }

    /** An index, as soon as there is one. A caller that no longer wants it completes the future otherwise. */
    CompletableFuture<Integer> take(PartName kind) {
        guard.lock();
        try {
            OptionalInt free = tryTake(kind);
            if (free.isPresent()) {
                return CompletableFuture.completedFuture(free.getAsInt());
            }
            if (closed) {
                return CompletableFuture.failedFuture(new Closed());
            }
            CompletableFuture<Integer> index = new CompletableFuture<>();
            // All are taken, or others wait: so the kind is known.
            kinds.computeIfAbsent(kind, absent -> new Kind()).waiting.add(index);
            return index;
        } finally {
            guard.unlock();
        }
    }

    /** Gives an index back, to the first that waits. */
    void give(PartName kind, int index) {
        CompletableFuture<Integer> next;
        while ((next = nextAfter(kind, index)) != null && !next.complete(index)) {
            // That caller no longer waits.
        }
    }

    private @Nullable CompletableFuture<Integer> nextAfter(PartName kind, int index) {
        guard.lock();
        try {
            Kind known = kinds.get(kind);
            if (known == null) {
                return null;
            }
            CompletableFuture<Integer> next = known.waiting.poll();
            if (next == null) {
                known.taken.clear(index);
                if (known.taken.isEmpty()) {
                    kinds.remove(kind);
                }
            }
            return next;
        } finally {
            guard.unlock();
        }
    }

    /** A caller that waited has gone. */
    void leave(PartName kind, CompletableFuture<Integer> index) {
        guard.lock();
        try {
            Kind known = kinds.get(kind);
            if (known != null) {
                known.waiting.removeIf(one -> one == index);
            }
        } finally {
            guard.unlock();
        }
    }

    /** True while no caller has or wants any. */
    boolean isEmpty() {
        guard.lock();
        try {
            return kinds.isEmpty();
        } finally {
            guard.unlock();
        }
    }

    private static int most(PartName kind) {
        return kind.share().limit() / kind.share().units();
    }
}
