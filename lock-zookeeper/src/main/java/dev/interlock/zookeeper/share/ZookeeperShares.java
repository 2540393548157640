// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.share;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.zookeeper.hold.ZookeeperHold;
import dev.interlock.zookeeper.hold.ZookeeperHolds;
import dev.interlock.zookeeper.hold.ZookeeperRelease;
import dev.interlock.zookeeper.hold.ZookeeperRenewal;
import dev.interlock.zookeeper.node.ZookeeperQueue;
import dev.interlock.zookeeper.node.ZookeeperTurn;
import dev.interlock.zookeeper.queue.ZookeeperAcquire;
import dev.interlock.zookeeper.queue.ZookeeperInspection;
import dev.interlock.zookeeper.session.ZookeeperSession;
import dev.interlock.zookeeper.session.ZookeeperSessions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException;

/**
 * The steps of locks that several may hold, in ZooKeeper: an ephemeral node for each holder and each waiter, as for
 * exclusive locks, with what it asks for in its name. {@link ZookeeperTurn} says which nodes have the lock, and why tokens
 * grow. Thread-safe.
 */
public final class ZookeeperShares implements ShareSteps {

    private final ZookeeperSessions sessions;
    private final ZookeeperAcquire acquire;
    private final ZookeeperHolds holds;
    private final ZookeeperRenewal renewal;
    private final ZookeeperRelease release;
    private final ZookeeperInspection inspection;
    private final Capabilities capabilities;

    /** Steps for the locks of these sessions, which must be others than those of exclusive locks. */
    public ZookeeperShares(
            ZookeeperSessions sessions,
            ZookeeperAcquire acquire,
            ZookeeperHolds holds,
            ZookeeperRenewal renewal,
            ZookeeperRelease release,
            ZookeeperInspection inspection,
            Capabilities capabilities) {
        this.sessions = sessions;
        this.acquire = acquire;
        this.holds = holds;
        this.renewal = renewal;
        this.release = release;
        this.inspection = inspection;
        this.capabilities = capabilities;
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt, Share share) {
        return acquire.tryAcquire(attempt, share);
    }

    @Override
    public Contest contest(Attempt attempt, Share share) {
        return acquire.contest(attempt, share);
    }

    @Override
    public Renewal renew(Grant grant, Duration lease) {
        Attempt attempt = grant.attempt();
        ZookeeperHold hold = holds.of(attempt.id());
        if (hold == null) {
            return new Renewal(renewal.gone(attempt), false);
        }
        try {
            ZookeeperSession session = sessions.current(attempt, "'" + attempt.name() + "' not renewed");
            long sentNanos = session.clock().nanoTime();
            RenewOutcome over = renewal.extend(hold, session, sentNanos, lease);
            if (over != null) {
                return new Renewal(over, false);
            }
            // Sent before the write: a list behind it would wait until the quorum has executed it.
            CompletableFuture<List<String>> look = session.look();
            session.prove(hold.path());
            ZookeeperQueue queue = session.queue(look);
            boolean wanted = ZookeeperTurn.holders(queue) < queue.children().size();
            return new Renewal(renewal.confirmed(session, sentNanos, lease), wanted);
        } catch (KeeperException | LockUnavailableException e) {
            return new Renewal(renewal.failed(attempt, e), false);
        }
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return release.release(attempt);
    }

    @Override
    public List<Holder> inspect(LockName name) {
        return inspection.of(name);
    }
}
