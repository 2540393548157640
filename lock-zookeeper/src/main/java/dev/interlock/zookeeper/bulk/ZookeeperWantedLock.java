// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.bulk;

import dev.interlock.zookeeper.node.ZookeeperQueue;
import dev.interlock.zookeeper.node.ZookeeperValue;
import dev.interlock.zookeeper.session.ZookeeperSession;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** One of the locks of a {@link ZookeeperTryAcquireAll}, with what was last seen of it. For one thread. */
final class ZookeeperWantedLock {

    private static final byte[] EMPTY = new byte[0];

    private final ZookeeperSession session;
    private boolean parentMissing;
    private @Nullable String ownPath;
    private @Nullable CompletableFuture<Stat> ownStat;
    private long ownCzxid;

    ZookeeperWantedLock(ZookeeperSession session) {
        this.session = session;
    }

    ZookeeperSession session() {
        return session;
    }

    /** What makes the lock ours, if all of it can be done. */
    List<Op> operations() {
        if (ownPath != null) {
            return List.of(Op.check(ownPath, -1));
        }
        Op parent = session.requests().creation(session.parent(), EMPTY, CreateMode.CONTAINER);
        Op node = session.requests()
                .creation(session.prefix(), ZookeeperValue.of(session.attempt()), CreateMode.EPHEMERAL_SEQUENTIAL);
        return parentMissing ? List.of(parent, node) : List.of(Op.delete(session.parent(), -1), parent, node);
    }

    /**
     * Whether no other attempt has the lock or waits for it, judged by the nodes below its parent. An earlier request
     * of this attempt may have been executed; then this asks for the stat of its node.
     */
    boolean isFreeOrOwn(CompletableFuture<List<String>> look) throws KeeperException {
        ownPath = null;
        ownStat = null;
        try {
            List<String> children = session.await(look);
            parentMissing = false;
            ZookeeperQueue queue = ZookeeperQueue.of(session.parent(), children);
            List<String> own = queue.of(session.attempt().id());
            if (own.isEmpty() || !queue.first().equals(own.stream().findFirst())) {
                session.recall(queue);
                return children.isEmpty();
            }
            ownPath = own.get(0);
            ownStat = session.requests().stat(ownPath);
            return true;
        } catch (KeeperException.NoNodeException e) {
            parentMissing = true;
            return true;
        }
    }

    /**
     * Whether the node of an earlier request, if there is one, belongs to our session: else it is about to go. One that has
     * gone meanwhile, by an operator's free, is in the way of nothing.
     */
    boolean isOfThisSession() throws KeeperException {
        if (ownStat == null) {
            return true;
        }
        try {
            Stat stat = session.await(ownStat);
            ownCzxid = stat.getCzxid();
            return stat.getEphemeralOwner() == session.requests().zk().getSessionId();
        } catch (KeeperException.NoNodeException e) {
            ownPath = null;
            return true;
        }
    }

    /** The path of our node, by what was answered to the {@link #operations}. */
    String path(List<OpResult> results) {
        return ownPath != null ? ownPath : session.created(created(results, results.size() - 1));
    }

    /** The zxid that created our node. */
    long czxid(List<OpResult> results) {
        // A transaction has one zxid, and the parent's stat contains it.
        return ownPath != null
                ? ownCzxid
                : Objects.requireNonNull(created(results, results.size() - 2).getStat())
                        .getCzxid();
    }

    private static OpResult.CreateResult created(List<OpResult> results, int index) {
        return (OpResult.CreateResult) results.get(index);
    }
}
