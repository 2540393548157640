// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The holds of this client. ZooKeeper knows sessions, not leases: so the end of a lease is ours to bring about, and a
 * hold is over with its session, with its node, or with its lease, whichever comes first. Thread-safe; never waits.
 */
final class ZookeeperHolds {

    private final BackendContext context;
    private final ZookeeperOrphans orphans;
    private final ZookeeperHoldTimer timer;
    private final Map<AttemptId, ZookeeperHold> holds = new ConcurrentHashMap<>();

    ZookeeperHolds(BackendContext context, ZookeeperOrphans orphans) {
        this.context = context;
        this.orphans = orphans;
        timer = new ZookeeperHoldTimer(context.clock(), this::checkAll);
    }

    /** Begins to keep a hold whose lease ends then. */
    void begin(Attempt attempt, ZookeeperAttemptNode node, long endNanos) {
        ZookeeperHold hold = new ZookeeperHold(this, context.clock(), attempt.id(), node, endNanos);
        ZookeeperHold former = holds.put(attempt.id(), hold);
        if (former != null) {
            former.stop();
        }
        hold.check();
    }

    private void checkAll() {
        holds.values().forEach(ZookeeperHold::check);
    }

    @Nullable
    ZookeeperHold of(AttemptId id) {
        return holds.get(id);
    }

    /** Has {@link ZookeeperHold#check} called at that time at the latest. */
    void checkBy(long nanos) {
        timer.fireBy(nanos);
    }

    /** Deletes the node of a hold whose lease is over. */
    void expired(ZookeeperHold hold) {
        // Before the node goes, so that its end is not told as a loss. A renewal that found the hold over may have done
        // so already, but only this deletes the node.
        holds.remove(hold.id(), hold);
        orphans.delete(hold.id(), hold.node());
    }

    /** Somebody else deleted the node of a hold. */
    void deletedByOthers(ZookeeperHold hold) {
        if (holds.get(hold.id()) == hold && end(hold.id()) == hold) {
            context.reportLost(hold.id(), "somebody else deleted the lock's node");
        }
    }

    /** Ends a hold here: nothing extends it from now on, and nothing more is told of it. */
    @Nullable
    ZookeeperHold end(AttemptId id) {
        ZookeeperHold hold = holds.remove(id);
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
        holds.values().forEach(ZookeeperHold::watch);
    }

    /** Ends every hold of the sessions that are not this one any more. */
    void loseAllBut(@Nullable Object session, String observed) {
        holds.forEach((id, hold) -> {
            if (hold.requests().zk() != session && end(id) == hold) {
                context.reportLost(id, observed);
                // Only now: while the holder believed in it, the node was not to go.
                orphans.keep(id, hold.node());
            }
        });
    }

    /** Gives everything back without waiting: what is left when the client closes is nobody's. */
    void deleteAll() {
        holds.forEach((id, hold) -> {
            if (end(id) == hold) {
                orphans.delete(id, hold.node());
            }
        });
    }
}
