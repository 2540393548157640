// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.zookeeper.ZookeeperHolds.Hold;
import dev.interlock.zookeeper.ZookeeperOrphans.Orphan;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** Renews holds and gives them back. Thread-safe. */
final class ZookeeperKeeping {

    private final BiFunction<Attempt, String, ZookeeperLooks> looks;
    private final ZookeeperHolds holds;
    private final ZookeeperOrphans orphans;
    private final String store;

    /** For a backend that gives the session of now for an attempt, or says what failed for want of one. */
    ZookeeperKeeping(
            BiFunction<Attempt, String, ZookeeperLooks> looks,
            ZookeeperHolds holds,
            ZookeeperOrphans orphans,
            String store) {
        this.looks = looks;
        this.holds = holds;
        this.orphans = orphans;
        this.store = store;
    }

    RenewOutcome renew(Grant grant, Duration lease) {
        Attempt attempt = grant.attempt();
        Hold hold = holds.of(attempt.id());
        if (hold == null) {
            return notOwner(attempt, "the lease, the session or the node of the hold is gone");
        }
        try {
            ZookeeperLooks session = looks.apply(attempt, "'" + attempt.name() + "' not renewed");
            if (session.requests().zk() != hold.requests().zk()) {
                return notOwner(attempt, "the session of the hold ended");
            }
            long sentNanos = session.clock().nanoTime();
            // Before the request: otherwise the lease could end, and the node go, while the renewal is on its way.
            if (!hold.extend(sentNanos + lease.toNanos())) {
                return notOwner(attempt, "the lease of the hold ended");
            }
            Stat unused = session.prove(hold.path());
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
        Hold unused = holds.end(attempt.id());
        return new RenewOutcome.NotOwner(store + ": " + observed);
    }

    ReleaseOutcome release(Attempt attempt) {
        Hold hold = holds.end(attempt.id());
        Orphan known = orphans.forget(attempt.id());
        Orphan left = hold != null ? hold.node() : known;
        try {
            ZookeeperLooks session = looks.apply(attempt, "'" + attempt.name() + "' not released");
            if (left == null || left.requests().zk() != session.requests().zk()) {
                left = session.orphan();
            }
            return deleted(session, left.path()) ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOwner();
        } catch (KeeperException | LockUnavailableException e) {
            if (left != null) {
                orphans.delete(attempt.id(), left);
            }
            return new ReleaseOutcome.Unknown(e);
        }
    }

    /** Whether there was a node of the attempt to delete; whoever knows the attempt's id may delete it. */
    private static boolean deleted(ZookeeperLooks session, @Nullable String known) throws KeeperException {
        Optional<String> path = known != null ? Optional.of(known) : session.find();
        return path.isPresent() && session.await(session.requests().delete(path.get()));
    }
}
