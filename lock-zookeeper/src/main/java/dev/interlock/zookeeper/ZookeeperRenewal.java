// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import org.apache.zookeeper.KeeperException;

/** Renews holds: extends the lease here, and proves the session and the node to the servers. Thread-safe. */
final class ZookeeperRenewal {

    private final ZookeeperSessions sessions;
    private final ZookeeperHolds holds;
    private final String store;

    ZookeeperRenewal(ZookeeperSessions sessions, ZookeeperHolds holds, String store) {
        this.sessions = sessions;
        this.holds = holds;
        this.store = store;
    }

    RenewOutcome renew(Grant grant, Duration lease) {
        Attempt attempt = grant.attempt();
        ZookeeperHold hold = holds.of(attempt.id());
        if (hold == null) {
            return notOwner(attempt, "the lease, the session or the node of the hold is gone");
        }
        try {
            ZookeeperSession session = sessions.current(attempt, "'" + attempt.name() + "' not renewed");
            if (session.requests().zk() != hold.requests().zk()) {
                return notOwner(attempt, "the session of the hold ended");
            }
            long sentNanos = session.clock().nanoTime();
            // Before the request: otherwise the lease could end, and the node go, while the renewal is on its way.
            if (!hold.extend(sentNanos + lease.toNanos())) {
                return notOwner(attempt, "the lease of the hold ended");
            }
            session.prove(hold.path());
            Duration most = Duration.ofMillis(session.requests().zk().getSessionTimeout());
            return new RenewOutcome.Renewed(sentNanos, lease.compareTo(most) > 0 ? most : lease);
        } catch (KeeperException.NoNodeException e) {
            return notOwner(attempt, "the node of the hold is gone");
        } catch (KeeperException.SessionExpiredException e) {
            return notOwner(attempt, "the session of the hold ended");
        } catch (KeeperException | LockUnavailableException e) {
            return new RenewOutcome.Unknown(e);
        }
    }

    private RenewOutcome notOwner(Attempt attempt, String observed) {
        holds.end(attempt.id());
        return new RenewOutcome.NotOwner(store + ": " + observed);
    }
}
