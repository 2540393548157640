// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.share;

import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.internal.machine.Machine;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The readers of a client: those of one lock use one grant of the store together. One group of a lock takes new readers;
 * it stops when another client waits for the lock, and the readers that come then are the next group. Thread-safe.
 */
final class ReadGroups {

    private final Machine machine;
    private final long aloneNanos;
    private final ReentrantLock guard;
    private final Map<LockName, Group> open = new HashMap<>();

    /**
     * No groups.
     *
     * @param aloneNanos how long readers join without a question to the store whether others wait
     */
    ReadGroups(Machine machine, long aloneNanos) {
        this.machine = machine;
        this.aloneNanos = aloneNanos;
        guard = machine.lock();
    }

    /** Readers with one grant. Its fields are used under the guard of the groups. */
    static final class Group {
        final CompletableFuture<LockHandle> grant = new CompletableFuture<>();
        private final LockName part;
        private int members = 1;
        private boolean asked;
        private long askedNanos;
        private volatile boolean left;

        private volatile @Nullable CompletableFuture<LockHandle> request;

        private Group(LockName part) {
            this.part = part;
        }

        /** The request for the group's grant, to be cancelled when the last member leaves before. */
        void cancelWith(CompletableFuture<LockHandle> asked) {
            request = asked;
            if (left) {
                asked.cancel(false);
            }
        }

        /** The last member has left. */
        void cancel() {
            left = true;
            CompletableFuture<LockHandle> asked = request;
            if (asked != null) {
                asked.cancel(false);
            }
        }
    }

    /** The group that takes readers of a part; null if there is none. The caller is a member of it then. */
    @Nullable
    Group join(LockName part) {
        guard.lock();
        try {
            Group group = open.get(part);
            if (group != null) {
                group.members++;
            }
            return group;
        } finally {
            guard.unlock();
        }
    }

    /** The same; a new group with this member if there is none. */
    Joined joinOrBegin(LockName part) {
        guard.lock();
        try {
            Group group = join(part);
            if (group != null) {
                return new Joined(group, false);
            }
            Group begun = new Group(part);
            open.put(part, begun);
            return new Joined(begun, true);
        } finally {
            guard.unlock();
        }
    }

    /**
     * A member.
     *
     * @param group of which group
     * @param first whether it has to ask for the group's grant
     */
    record Joined(Group group, boolean first) {}

    /** A member leaves; true if it was the last one. */
    boolean leave(Group group) {
        guard.lock();
        try {
            group.members--;
            if (group.members == 0) {
                open.remove(group.part, group);
            }
            return group.members == 0;
        } finally {
            guard.unlock();
        }
    }

    /** The group takes no more readers. */
    void close(Group group) {
        guard.lock();
        try {
            open.remove(group.part, group);
        } finally {
            guard.unlock();
        }
    }

    /** Whether this member has to ask the store whether others wait, before it may read. The first ones need not. */
    boolean mustAsk(Group group) {
        long now = machine.nanoTime();
        guard.lock();
        try {
            boolean due = group.asked && now - group.askedNanos >= aloneNanos;
            if (due || !group.asked) {
                group.asked = true;
                group.askedNanos = now;
            }
            return due;
        } finally {
            guard.unlock();
        }
    }

    /** True while no group takes readers. */
    boolean isEmpty() {
        guard.lock();
        try {
            return open.isEmpty();
        } finally {
            guard.unlock();
        }
    }
}
