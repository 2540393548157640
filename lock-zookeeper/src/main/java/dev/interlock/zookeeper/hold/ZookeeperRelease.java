// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.hold;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.zookeeper.session.ZookeeperAttemptNode;
import dev.interlock.zookeeper.session.ZookeeperOrphans;
import dev.interlock.zookeeper.session.ZookeeperSession;
import dev.interlock.zookeeper.session.ZookeeperSessions;
import java.util.Optional;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/** Releases locks: deletes the node of an attempt, whether this client knows of a grant or not. Thread-safe. */
public final class ZookeeperRelease {

    private final ZookeeperSessions sessions;
    private final ZookeeperHolds holds;
    private final ZookeeperOrphans orphans;

    public ZookeeperRelease(ZookeeperSessions sessions, ZookeeperHolds holds, ZookeeperOrphans orphans) {
        this.sessions = sessions;
        this.holds = holds;
        this.orphans = orphans;
    }

    public ReleaseOutcome release(Attempt attempt) {
        ZookeeperHold hold = holds.end(attempt.id());
        ZookeeperAttemptNode known = orphans.forget(attempt.id());
        ZookeeperAttemptNode left = hold != null ? hold.node() : known;
        try {
            ZookeeperSession session = sessions.current(attempt, "'" + attempt.name() + "' not released");
            if (left == null || left.requests().zk() != session.requests().zk()) {
                left = session.unknownNode();
            }
            return deleted(session, left.path()) ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOwner();
        } catch (KeeperException | LockUnavailableException e) {
            if (left != null) {
                orphans.delete(attempt.id(), left);
            }
            return new ReleaseOutcome.Unknown(e);
        }
    }

    /** Whether there was a node of the attempt to delete; a caller that knows the attempt's id may delete it. */
    private static boolean deleted(ZookeeperSession session, @Nullable String known) throws KeeperException {
        Optional<String> path = known != null ? Optional.of(known) : session.find();
        return path.isPresent() && session.await(session.requests().delete(path.get()));
    }
}
