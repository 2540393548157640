// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.hold;

import dev.interlock.LockClock;
import dev.interlock.spi.AttemptId;
import dev.interlock.zookeeper.session.ZookeeperAttemptNode;
import dev.interlock.zookeeper.session.ZookeeperRequests;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;

/**
 * A granted lock: the node of its attempt, the end of its lease, and a watch on the node once it is held for a while.
 * Thread-safe; never waits.
 */
public final class ZookeeperHold {

    /** A hold that is over sooner pays for no watch. */
    private static final long WATCH_AFTER_NANOS = Duration.ofMillis(100).toNanos();

    private final ReentrantLock guard = new ReentrantLock();
    private final ZookeeperHolds holds;
    private final LockClock clock;
    private final AttemptId id;
    private final ZookeeperAttemptNode node;
    private final long watchNanos;
    private long endNanos;
    private boolean over;
    private boolean watchAsked;
    private volatile boolean watched;

    ZookeeperHold(ZookeeperHolds holds, LockClock clock, AttemptId id, ZookeeperAttemptNode node, long endNanos) {
        this.holds = holds;
        this.clock = clock;
        this.id = id;
        this.node = node;
        this.endNanos = endNanos;
        watchNanos = clock.nanoTime() + WATCH_AFTER_NANOS;
    }

    AttemptId id() {
        return id;
    }

    ZookeeperRequests requests() {
        return node.requests();
    }

    public ZookeeperAttemptNode node() {
        return node;
    }

    public String path() {
        return Objects.requireNonNull(node.path());
    }

    /** Moves the end of the lease, never back; false if the hold is over. To be called before the store is asked. */
    boolean extend(long toNanos) {
        guard.lock();
        try {
            endNanos = toNanos - endNanos > 0 ? toNanos : endNanos;
            return !over;
        } finally {
            guard.unlock();
        }
    }

    /** Does what is due and has itself called for what is due next: the watch, or the end of the lease. */
    void check() {
        long now = clock.nanoTime();
        boolean ended;
        boolean watch;
        guard.lock();
        try {
            if (over) {
                return;
            }
            ended = endNanos - now <= 0;
            // In one step with the decision: a renewal must not be let through to a node that is about to go.
            over = ended;
            watch = !ended && !watchAsked && watchNanos - now <= 0;
            watchAsked |= watch;
            if (!ended) {
                holds.checkBy(watchAsked || watchNanos - endNanos > 0 ? endNanos : watchNanos);
            }
        } finally {
            guard.unlock();
        }
        if (watch) {
            watch();
        }
        if (ended) {
            holds.expired(this);
        }
    }

    /** By a watch for children, which an ephemeral node cannot have: it fires at the node's end and at no renewal. */
    void watch() {
        guard.lock();
        try {
            if (over || watched) {
                return;
            }
            watched = true;
        } finally {
            guard.unlock();
        }
        requests().children(path(), this::seen).whenComplete((any, failure) -> {
            if (failure instanceof KeeperException answer && answer.code() == Code.NONODE) {
                gone();
            } else if (failure != null) {
                watched = false;
            }
        });
    }

    private void seen(WatchedEvent event) {
        if (event.getType() == EventType.NodeDeleted) {
            gone();
        }
    }

    /** A hold that is over here has had its node deleted itself. */
    private void gone() {
        guard.lock();
        try {
            if (over) {
                return;
            }
        } finally {
            guard.unlock();
        }
        holds.deletedByOthers(this);
    }

    /** Ends it: nothing extends it from now on. Returns the end of its lease. */
    long stop() {
        guard.lock();
        try {
            over = true;
            return endNanos;
        } finally {
            guard.unlock();
        }
    }
}
