// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.hold;

import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.zookeeper.session.ZookeeperAttemptNode;
import dev.interlock.zookeeper.session.ZookeeperOrphans;
import dev.interlock.zookeeper.session.ZookeeperSession;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The holds of this client. ZooKeeper knows sessions, not leases, so this class ends leases. A hold is over with its
 * session, its node, or its lease, whichever ends first. Thread-safe; never waits.
 */
public final class ZookeeperHolds {

    private final BackendContext context;
    private final ZookeeperOrphans orphans;
    private final ZookeeperHoldTimer timer;
    private final Map<AttemptId, ZookeeperHold> holds = new ConcurrentHashMap<>();

    public ZookeeperHolds(BackendContext context, ZookeeperOrphans orphans) {
        this.context = context;
        this.orphans = orphans;
        timer = new ZookeeperHoldTimer(context.clock(), this::checkAll);
    }

    /** Adds a hold whose lease ends at that time, or later if its attempt comes again after a renewal for longer. */
    void begin(Attempt attempt, ZookeeperAttemptNode node, long endNanos) {
        ZookeeperHold hold = new ZookeeperHold(this, context.clock(), attempt.id(), node, endNanos);
        ZookeeperHold former = holds.put(attempt.id(), hold);
        if (former != null) {
            hold.extend(former.stop());
        }
        hold.check();
    }

    /** Has the engine notified once another client asks for the lock of an attempt. */
    void listen(ZookeeperSession session, long czxid) {
        new ZookeeperRecall(context, session.attempt().id()).listen(session, czxid);
    }

    private void checkAll() {
        holds.values().forEach(ZookeeperHold::check);
    }

    @Nullable
    public ZookeeperHold of(AttemptId id) {
        return holds.get(id);
    }

    /** Has {@link ZookeeperHold#check} called at that time at the latest. */
    void checkBy(long nanos) {
        timer.fireBy(nanos);
    }

    /** Deletes the node of a hold whose lease is over. */
    void expired(ZookeeperHold hold) {
        // First, so that an attempt that comes again and finds no hold asks the servers behind this request.
        orphans.delete(hold.id(), hold.node());
        holds.remove(hold.id(), hold);
    }

    /** Another client deleted the node of a hold. */
    void deletedByOthers(ZookeeperHold hold) {
        if (holds.get(hold.id()) == hold && end(hold.id()) == hold) {
            context.reportLost(hold.id(), "another client deleted the lock's node");
        }
    }

    /** Ends a hold here: no renewal extends it from now on, and nothing more is reported about it. */
    @Nullable
    public ZookeeperHold end(AttemptId id) {
        ZookeeperHold hold = holds.remove(id);
        if (hold != null) {
            hold.stop();
        }
        return hold;
    }

    /** The connection is gone; the session may be, too. */
    public void doubt(String observed) {
        holds.keySet().forEach(id -> context.reportUncertain(id, observed));
    }

    /** The connection is back: nodes may have gone unseen, and watches with it. */
    public void lookAgain() {
        holds.values().forEach(ZookeeperHold::watch);
    }

    /** Ends every hold of the sessions that are not this one any more. */
    public void loseAllBut(@Nullable Object session, String observed) {
        holds.forEach((id, hold) -> {
            if (hold.requests().zk() != session && end(id) == hold) {
                context.reportLost(id, observed);
                // Only now: the node must not go while the holder still relies on it.
                orphans.keep(id, hold.node());
            }
        });
    }

    /** Releases every hold without waiting, when the client closes. */
    public void deleteAll() {
        holds.forEach((id, hold) -> {
            if (end(id) == hold) {
                orphans.delete(id, hold.node());
            }
        });
    }
}
