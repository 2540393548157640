// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.zookeeper.ZookeeperOrphans.Orphan;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.jspecify.annotations.Nullable;

/**
 * What this client was granted. ZooKeeper knows sessions, not leases: so the end of a lease is ours to bring about, and a hold
 * is over with its session, with its node, or with its lease, whichever comes first. Thread-safe; never waits.
 */
final class ZookeeperHolds {

    /** A hold that is over sooner pays for no watch. */
    private static final long WATCH_AFTER_NANOS = Duration.ofMillis(100).toNanos();

    private final BackendContext context;
    private final ZookeeperOrphans orphans;
    private final ZookeeperAlarm alarm;
    private final Map<AttemptId, Hold> holds = new ConcurrentHashMap<>();

    ZookeeperHolds(BackendContext context, ZookeeperOrphans orphans) {
        this.context = context;
        this.orphans = orphans;
        alarm = new ZookeeperAlarm(context.clock(), this::lookAtAll);
    }

    /** A granted attempt and its node. */
    final class Hold {

        private final ReentrantLock guard = new ReentrantLock();
        private final AttemptId id;
        private final Orphan node;
        private final long watchNanos;
        private long endNanos;
        private boolean over;
        private boolean watchAsked;
        private volatile boolean watched;

        private Hold(AttemptId id, Orphan node, long endNanos) {
            this.id = id;
            this.node = node;
            this.endNanos = endNanos;
            watchNanos = context.clock().nanoTime() + WATCH_AFTER_NANOS;
        }

        ZookeeperRequests requests() {
            return node.requests();
        }

        Orphan node() {
            return node;
        }

        String path() {
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

        /** Does what is due and rings for what is due next: the watch, or the end of the lease. */
        private void look() {
            long now = context.clock().nanoTime();
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
                    alarm.ringBy(watchAsked || watchNanos - endNanos > 0 ? endNanos : watchNanos);
                }
            } finally {
                guard.unlock();
            }
            if (watch) {
                watch();
            }
            if (ended) {
                // Before the node goes, so that its end is not told as a loss. A renewal that found the hold over may
                // have done so already, but only this deletes the node.
                boolean unused = holds.remove(id, this);
                orphans.delete(id, node);
            }
        }

        /** By a watch for children, which an ephemeral node cannot have: it fires at the node's end and at no renewal. */
        private void watch() {
            guard.lock();
            try {
                if (over || watched) {
                    return;
                }
                watched = true;
            } finally {
                guard.unlock();
            }
            CompletionStage<?> unused = requests().children(path(), this::seen).whenComplete((any, failure) -> {
                if (failure instanceof KeeperException answer && answer.code() == Code.NONODE) {
                    lost();
                } else if (failure != null) {
                    watched = false;
                }
            });
        }

        private void seen(WatchedEvent event) {
            if (event.getType() == EventType.NodeDeleted) {
                lost();
            }
        }

        private void lost() {
            if (holds.get(id) == this && end(id) == this) {
                context.reportLost(id, "somebody else deleted the lock's node");
            }
        }

        private void stop() {
            guard.lock();
            try {
                over = true;
            } finally {
                guard.unlock();
            }
        }
    }

    /** Begins to keep a hold whose lease ends then. */
    void begin(Attempt attempt, Orphan node, long endNanos) {
        Hold hold = new Hold(attempt.id(), node, endNanos);
        Hold former = holds.put(attempt.id(), hold);
        if (former != null) {
            former.stop();
        }
        hold.look();
    }

    private void lookAtAll() {
        holds.values().forEach(Hold::look);
    }

    @Nullable
    Hold of(AttemptId id) {
        return holds.get(id);
    }

    /** Ends a hold here: nothing extends it from now on, and nothing more is told of it. */
    @Nullable
    Hold end(AttemptId id) {
        Hold hold = holds.remove(id);
        if (hold != null) {
            hold.stop();
        }
        return hold;
    }

    /** The connection is gone; the session may be, too. */
    void doubt(String observed) {
        holds.keySet().forEach(id -> context.reportUncertain(id, observed));
    }

    /** The connection is back: nodes may have gone unseen, and watches with it. */
    void lookAgain() {
        holds.values().forEach(Hold::watch);
    }

    /** Ends every hold of the sessions that are not this one any more. */
    void loseAllBut(@Nullable Object session, String observed) {
        holds.forEach((id, hold) -> {
            if (hold.requests().zk() != session && end(id) == hold) {
                context.reportLost(id, observed);
            }
        });
    }

    /** Gives everything back without waiting: what is left when the client closes is nobody's. */
    void deleteAll() {
        holds.forEach((id, hold) -> {
            if (end(id) == hold) {
                orphans.delete(id, hold.node);
            }
        });
    }
}
