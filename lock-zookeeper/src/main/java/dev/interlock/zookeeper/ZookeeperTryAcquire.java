// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.zookeeper.ZookeeperRequests.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;

/**
 * An attempt that does not wait: a transaction that deletes the lock's parent, creates it again and puts our node below
 * it. A parent with nodes cannot be deleted, so the transaction happens only if the lock is free and nobody waits for
 * it, and otherwise leaves nothing. Had a try to queue up first and leave again, its node could make another one fail
 * after the lock had become free, and both would go away with nothing.
 *
 * <p>The transaction has one zxid, which the new parent's stat tells: it is the czxid of our node, too. The list of
 * nodes is asked for right behind the transaction, so a try takes one round trip, and two where the parent is missing.
 */
final class ZookeeperTryAcquire {

    private static final byte[] EMPTY = new byte[0];

    /** Each round but the last met somebody who created, left or removed the parent at the same time. */
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
            CompletableFuture<Transaction> sent = session.requests().transaction(operations(missing));
            CompletableFuture<List<String>> look = session.look();
            Transaction answer = session.await(sent, look);
            switch (answer.code()) {
                case OK -> {
                    return grant(answer.results(), session.queue(look), missing ? 0 : 1, sentNanos);
                }
                case NOTEMPTY -> {
                    ZookeeperQueue queue = session.queue(look);
                    if (!queue.of(session.attempt().id()).isEmpty()) {
                        return repeated(queue, queue.of(session.attempt().id()).get(0));
                    }
                    return session.contended(fallback);
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

    private AcquireOutcome grant(List<OpResult> results, ZookeeperQueue queue, int parent, long sentNanos)
            throws KeeperException {
        long zxid = ((OpResult.CreateResult) results.get(parent)).getStat().getCzxid();
        String path = ((OpResult.CreateResult) results.get(parent + 1)).getPath();
        if (!queue.first().filter(path::equals).isPresent()) {
            // Somebody deleted it at once, or the session is over: no answer about the lock can be given.
            throw KeeperException.create(Code.SESSIONEXPIRED);
        }
        return grants.grant(session, path, zxid, sentNanos);
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
