// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.zookeeper.hold.ZookeeperGrants;
import dev.interlock.zookeeper.node.ZookeeperQueue;
import dev.interlock.zookeeper.node.ZookeeperValue;
import dev.interlock.zookeeper.session.ZookeeperRequests.Transaction;
import dev.interlock.zookeeper.session.ZookeeperSession;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;

/**
 * An attempt that does not wait: a transaction that deletes the lock's parent, creates it again and puts our node below
 * it. A parent with nodes cannot be deleted, so the transaction happens only if the lock is free and has no waiters,
 * and otherwise leaves nothing. If a try entered the queue and left again, its node could make another try fail after
 * the lock had become free, and neither would get the lock.
 *
 * <p>The transaction has one zxid. The new parent's stat contains it, and it is the czxid of our node, too. Success is
 * the grant, so a try takes one round trip, or two if the parent is missing. After a failure, the list of nodes shows
 * whether an earlier request of the same attempt succeeded.
 */
final class ZookeeperTryAcquire {

    private static final byte[] EMPTY = new byte[0];

    /** Another round follows only if another client created, left or removed the parent at the same time. */
    private static final int ROUNDS = 20;

    private final ZookeeperSession session;
    private final ZookeeperGrants grants;
    private final Duration fallback;

    ZookeeperTryAcquire(ZookeeperSession session, ZookeeperGrants grants, Duration fallback) {
        this.session = session;
        this.grants = grants;
        this.fallback = fallback;
    }

    /**
     * Makes the attempt.
     *
     * @throws KeeperException how it failed
     */
    AcquireOutcome run() throws KeeperException {
        boolean missing = false;
        for (int round = 0; round < ROUNDS; round++) {
            long sentNanos = session.clock().nanoTime();
            Transaction answer = session.await(session.requests().transaction(operations(missing)));
            switch (answer.code()) {
                case OK -> {
                    return granted(answer.results(), missing ? 0 : 1, sentNanos);
                }
                case NOTEMPTY -> {
                    return refused();
                }
                case NODEEXISTS -> missing = false;
                case NONODE -> {
                    if (missing) {
                        session.createBase();
                    }
                    missing = true;
                }
                default -> throw KeeperException.create(answer.code());
            }
        }
        throw KeeperException.create(Code.NONODE);
    }

    private List<Op> operations(boolean missing) {
        Op parent = session.requests().creation(session.parent(), EMPTY, CreateMode.CONTAINER);
        Op node = session.requests()
                .creation(session.prefix(), ZookeeperValue.of(session.attempt()), CreateMode.EPHEMERAL_SEQUENTIAL);
        return missing ? List.of(parent, node) : List.of(Op.delete(session.parent(), -1), parent, node);
    }

    private AcquireOutcome granted(List<OpResult> results, int parent, long sentNanos) {
        long zxid = ((OpResult.CreateResult) results.get(parent)).getStat().getCzxid();
        String path = session.created((OpResult.CreateResult) results.get(parent + 1));
        return grants.grant(session, path, zxid, sentNanos);
    }

    private AcquireOutcome refused() throws KeeperException {
        ZookeeperQueue queue;
        try {
            queue = session.queue(session.look());
        } catch (KeeperException.NoNodeException e) {
            return session.contended(fallback);
        }
        List<String> own = queue.of(session.attempt().id());
        if (own.isEmpty()) {
            session.recall(queue);
            return session.contended(fallback);
        }
        return repeated(queue, own.get(0));
    }

    /** An earlier request of this attempt was executed: its grant is ours if its session is. */
    private AcquireOutcome repeated(ZookeeperQueue queue, String path) throws KeeperException {
        if (!queue.first().filter(path::equals).isPresent()) {
            return session.contended(fallback);
        }
        long sentNanos = session.clock().nanoTime();
        try {
            return grants.grant(session, path, session.prove(path).getCzxid(), sentNanos);
        } catch (KeeperException.NoNodeException e) {
            return session.contended(fallback);
        }
    }
}
