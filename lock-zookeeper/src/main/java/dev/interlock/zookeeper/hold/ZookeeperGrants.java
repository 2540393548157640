// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.hold;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.zookeeper.node.ZookeeperTokens;
import dev.interlock.zookeeper.session.ZookeeperConnection;
import dev.interlock.zookeeper.session.ZookeeperErrors;
import dev.interlock.zookeeper.session.ZookeeperOrphans;
import dev.interlock.zookeeper.session.ZookeeperSession;
import java.time.Duration;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;

/**
 * Turns a place in a lock's queue whose turn it is into a grant, if the session is still the one that the node belongs to: a
 * client that reconnected with another session has lost what the old one had. Thread-safe.
 */
public final class ZookeeperGrants {

    private final ZookeeperConnection connection;
    private final ZookeeperHolds holds;
    private final ZookeeperOrphans orphans;
    private final ZookeeperErrors errors;

    public ZookeeperGrants(
            ZookeeperConnection connection, ZookeeperHolds holds, ZookeeperOrphans orphans, ZookeeperErrors errors) {
        this.connection = connection;
        this.holds = holds;
        this.orphans = orphans;
        this.errors = errors;
    }

    /**
     * An attempt may come again: what it holds is kept for its lease from now on. To be called before the servers are
     * asked: otherwise that lease could end, and the node go, when they have just shown it.
     *
     * @return false if the attempt had a hold whose lease is over, so that its node goes
     */
    public boolean keep(ZookeeperSession session) {
        ZookeeperHold held = holds.of(session.attempt().id());
        return held == null
                || held.extend(session.clock().nanoTime() + session.lease().toNanos());
    }

    /**
     * The grant of a node whose turn it is.
     *
     * @param czxid the zxid that created the node
     * @param sentNanos before a request was sent that proved the session to the quorum
     */
    public AcquireOutcome grant(ZookeeperSession session, String path, long czxid, long sentNanos) {
        String failed = "'" + session.attempt().name() + "' not acquired";
        if (!ZookeeperTokens.fits(czxid)) {
            orphans.delete(session.attempt().id(), session.node(path));
            return new Refused(errors.outOfTokens(failed, czxid), false);
        }
        Duration lease = session.lease();
        orphans.forget(session.attempt().id());
        holds.begin(session.attempt(), session.node(path), sentNanos + lease.toNanos());
        // After the hold is known: a session that ends from now on ends it, too.
        if (!connection.isCurrent(session.requests().zk())) {
            holds.end(session.attempt().id());
            return new Refused(errors.unavailable(failed, KeeperException.create(Code.SESSIONEXPIRED)), true);
        }
        if (session.attempt().recallable()) {
            holds.listen(session, czxid);
        }
        return new Granted(Grant.of(session.attempt(), ZookeeperTokens.first(czxid), sentNanos, lease));
    }

    /** Ends a grant that is not reported to the caller, without waiting. */
    public void giveBack(Attempt attempt) {
        ZookeeperHold hold = holds.end(attempt.id());
        if (hold != null) {
            orphans.delete(attempt.id(), hold.node());
        }
    }
}
