// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.zookeeper.node.ZookeeperMark;
import dev.interlock.zookeeper.node.ZookeeperQueue;
import dev.interlock.zookeeper.node.ZookeeperTurn;
import dev.interlock.zookeeper.session.ZookeeperRequests.Children;
import dev.interlock.zookeeper.session.ZookeeperSession;
import java.time.Duration;
import java.util.Optional;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/**
 * An attempt to take a share that does not wait: a list of the nodes, and an entry which the servers refuse if others have
 * entered since. So there is a node only if it has the lock at once, and no try ever stands in the way of another.
 *
 * <p>Nodes that left since only make room. But if all left, and the servers removed the lock's parent, the entries are
 * counted from the start, and their number may be the same by chance. The parent's creation then is another one, and the
 * node goes again.
 */
final class ZookeeperTryShare {

    /** In each round but the last another client entered, or the parent was removed. */
    private static final int ROUNDS = 64;

    private final ZookeeperAcquire acquire;
    private final ZookeeperSession session;
    private final ZookeeperMark mark;
    private final Duration fallback;

    ZookeeperTryShare(ZookeeperAcquire acquire, ZookeeperSession session, ZookeeperMark mark, Duration fallback) {
        this.acquire = acquire;
        this.session = session;
        this.mark = mark;
        this.fallback = fallback;
    }

    /**
     * Makes the attempt.
     *
     * @throws KeeperException how it failed
     */
    AcquireOutcome run() throws KeeperException {
        for (int round = 0; round < ROUNDS; round++) {
            boolean isLate = round == 0;
            if (!isLate) {
                session.requests().sync(session.parent());
            }
            Children seen;
            try {
                seen = session.await(session.requests().list(session.parent()));
            } catch (KeeperException.NoNodeException e) {
                session.createParent();
                continue;
            }
            ZookeeperQueue queue = ZookeeperQueue.of(session.parent(), seen.names());
            Optional<String> own = queue.of(session.attempt().id()).stream().findFirst();
            if (own.isPresent()) {
                return repeated(queue, own.get());
            }
            ZookeeperTurn turn = ZookeeperTurn.of(queue, queue.children().size(), mark.share());
            if (turn.hasCome()) {
                AcquireOutcome granted = enter(seen);
                if (granted != null) {
                    return granted;
                }
            } else if (!isLate) {
                return turn.otherLimit().isPresent()
                        ? acquire.refused(session.attempt(), turn, mark)
                        : session.contended(fallback);
            }
        }
        return new AcquireOutcome.Refused(
                new LockUnavailableException(
                        "'" + session.attempt().name() + "' not acquired: other clients entered its queue " + ROUNDS
                                + " times in the meantime: try again",
                        null),
                true);
    }

    /** The grant of a node that nothing came before since that look; null if something did. */
    private @Nullable AcquireOutcome enter(Children seen) throws KeeperException {
        ZookeeperEntry entry;
        try {
            entry = ZookeeperEntry.into(session, mark, seen.stat().getVersion());
        } catch (KeeperException.BadVersionException e) {
            return null;
        }
        if (entry == null) {
            return null;
        }
        if (entry.parentCzxid() != seen.stat().getCzxid()) {
            session.await(session.requests().delete(entry.place().path()));
            return null;
        }
        return acquire.grant(session, entry.place());
    }

    /** An earlier request of this attempt was executed: its grant is ours if its session is. */
    private AcquireOutcome repeated(ZookeeperQueue queue, String path) throws KeeperException {
        if (!ZookeeperTurn.of(queue, queue.indexOf(path), mark.share()).hasCome()) {
            session.await(session.requests().delete(path));
            return session.contended(fallback);
        }
        ZookeeperProof proof = ZookeeperProof.sentNow(session.clock());
        try {
            return acquire.grant(
                    session, new ZookeeperPlace(path, session.prove(path).getCzxid(), proof));
        } catch (KeeperException.NoNodeException e) {
            return session.contended(fallback);
        }
    }
}
