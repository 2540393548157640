// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.hold;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.zookeeper.session.ZookeeperSession;
import dev.interlock.zookeeper.session.ZookeeperSessions;
import java.time.Duration;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/** Renews holds: extends the lease here, and proves the session and the node to the servers. Thread-safe. */
public final class ZookeeperRenewal {

    private final ZookeeperSessions sessions;
    private final ZookeeperHolds holds;
    private final String store;

    public ZookeeperRenewal(ZookeeperSessions sessions, ZookeeperHolds holds, String store) {
        this.sessions = sessions;
        this.holds = holds;
        this.store = store;
    }

    public RenewOutcome renew(Grant grant, Duration lease) {
        Attempt attempt = grant.attempt();
        ZookeeperHold hold = holds.of(attempt.id());
        if (hold == null) {
            return gone(attempt);
        }
        try {
            ZookeeperSession session = sessions.current(attempt, "'" + attempt.name() + "' not renewed");
            long sentNanos = session.clock().nanoTime();
            RenewOutcome over = extend(hold, session, sentNanos, lease);
            if (over != null) {
                return over;
            }
            session.prove(hold.path());
            return confirmed(session, sentNanos, lease);
        } catch (KeeperException | LockUnavailableException e) {
            return failed(attempt, e);
        }
    }

    public RenewOutcome gone(Attempt attempt) {
        return notOwner(attempt.id(), "the lease, the session or the node of the hold is gone");
    }

    /** Extends the lease here, before the servers are asked; how the renewal ends if the hold is over, else null. */
    @Nullable
    public RenewOutcome extend(ZookeeperHold hold, ZookeeperSession session, long sentNanos, Duration lease) {
        if (session.requests().zk() != hold.requests().zk()) {
            return notOwner(hold.id(), "the session of the hold ended");
        }
        // Before the request: otherwise the lease could end, and the node go, while the renewal is on its way.
        return hold.extend(sentNanos + lease.toNanos()) ? null : notOwner(hold.id(), "the lease of the hold ended");
    }

    /** The servers have shown that session and node are there. */
    public RenewOutcome confirmed(ZookeeperSession session, long sentNanos, Duration lease) {
        Duration most = Duration.ofMillis(session.requests().zk().getSessionTimeout());
        return new RenewOutcome.Renewed(sentNanos, lease.compareTo(most) > 0 ? most : lease);
    }

    /** What the answer to a renewal means that did not confirm it. */
    public RenewOutcome failed(Attempt attempt, Exception answer) {
        if (answer instanceof KeeperException.NoNodeException) {
            return notOwner(attempt.id(), "the node of the hold is gone");
        }
        return answer instanceof KeeperException.SessionExpiredException
                ? notOwner(attempt.id(), "the session of the hold ended")
                : new RenewOutcome.Unknown(answer);
    }

    private RenewOutcome notOwner(AttemptId id, String observed) {
        holds.end(id);
        return new RenewOutcome.NotOwner(store + ": " + observed);
    }
}
