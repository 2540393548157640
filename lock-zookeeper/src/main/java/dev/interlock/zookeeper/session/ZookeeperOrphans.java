// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.session;

import dev.interlock.spi.AttemptId;
import dev.interlock.zookeeper.node.ZookeeperQueue;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/**
 * Orphaned nodes: no attempt needs them any more, but they may still exist, since a request about them got no answer.
 * They would live as long as the session, which is as long as this process, so this deletes them as soon as the
 * connection is back. A later session deletes them as well: the servers keep a session that was given up here until it
 * expires, and its time starts anew when they restart; until then every waiter would wait. Thread-safe; never waits.
 */
public final class ZookeeperOrphans {

    private final Map<AttemptId, ZookeeperAttemptNode> orphans = new ConcurrentHashMap<>();

    /** Held while a deletion is decided on and sent, and while an orphan is taken back. */
    private final ReentrantLock decision = new ReentrantLock();

    /** The session that came last. */
    private volatile @Nullable ZookeeperRequests latest;

    /**
     * The caller takes over the attempt's node: no deletion is sent from now on. One that was sent before is executed
     * before any request of the caller, since a session's requests keep their order.
     */
    @Nullable
    public ZookeeperAttemptNode forget(AttemptId id) {
        decision.lock();
        try {
            return orphans.remove(id);
        } finally {
            decision.unlock();
        }
    }

    /** Deletes a node now, without waiting, and again when the connection is back if that gets no answer. */
    public void delete(AttemptId id, ZookeeperAttemptNode orphan) {
        ZookeeperRequests now = latest;
        boolean givenUp = !orphan.requests().zk().getState().isAlive();
        ZookeeperAttemptNode reachable = givenUp && now != null ? orphan.in(now) : orphan;
        orphans.put(id, reachable);
        tryDelete(id, reachable);
    }

    /** Keeps a node of a session that was given up here, to be deleted by {@link #retry}. */
    public void keep(AttemptId id, ZookeeperAttemptNode orphan) {
        orphans.put(id, orphan);
    }

    /** The connection is back, in the former session or in a new one. */
    public void retry(ZookeeperRequests now) {
        latest = now;
        orphans.forEach((id, orphan) -> {
            ZookeeperAttemptNode reachable = orphan.in(now);
            if (orphans.replace(id, orphan, reachable)) {
                tryDelete(id, reachable);
            }
        });
    }

    private void tryDelete(AttemptId id, ZookeeperAttemptNode orphan) {
        String path = orphan.path();
        if (path != null) {
            settled(id, orphan, deletion(id, orphan, List.of(path)));
            return;
        }
        // Else a server that lags behind may not show the node yet.
        orphan.requests().sync(orphan.parent());
        CompletableFuture<?> deleted = orphan.requests()
                .children(orphan.parent(), null)
                .thenCompose(children -> deletion(
                        id, orphan, ZookeeperQueue.of(orphan.parent(), children).of(id)));
        settled(id, orphan, deleted);
    }

    private CompletableFuture<?> deletion(AttemptId id, ZookeeperAttemptNode orphan, List<String> paths) {
        decision.lock();
        try {
            if (!orphan.equals(orphans.get(id))) {
                return CompletableFuture.completedFuture(true);
            }
            return CompletableFuture.allOf(
                    paths.stream().map(orphan.requests()::delete).toArray(CompletableFuture[]::new));
        } finally {
            decision.unlock();
        }
    }

    private void settled(AttemptId id, ZookeeperAttemptNode orphan, CompletableFuture<?> deletion) {
        deletion.whenComplete((any, failure) -> {
            if (failure == null || isGone(failure)) {
                orphans.remove(id, orphan);
            }
        });
    }

    private static boolean isGone(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof KeeperException answer && answer.code() == Code.NONODE;
    }
}
