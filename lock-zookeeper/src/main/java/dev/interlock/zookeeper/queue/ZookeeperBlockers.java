// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

import dev.interlock.zookeeper.node.ZookeeperTurn;
import dev.interlock.zookeeper.session.ZookeeperRequests;
import dev.interlock.zookeeper.session.ZookeeperSession;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;

/**
 * The nodes before that of a waiter which keep it from its turn, with a watch on each: for a lock that one client holds
 * it is one node. Confined to the steps of the contest.
 */
final class ZookeeperBlockers {

    private final Map<String, ZookeeperPredecessor> nodes = new LinkedHashMap<>();
    private long missing = Long.MAX_VALUE;

    /**
     * Whether the ends that were reported since the last look make it the waiter's turn. New nodes come only behind, so
     * if enough units were freed, no look is needed. Otherwise a node may have been a waiter that left, and the holder
     * is still there.
     */
    boolean haveLeft() {
        long freed = 0;
        for (ZookeeperPredecessor node : nodes.values()) {
            freed += node.freed();
        }
        return freed >= missing;
    }

    /** What a look showed; watches are kept where the nodes are still in the way. */
    void seen(ZookeeperTurn turn, ZookeeperRequests requests, Runnable wake) {
        missing = turn.missing();
        Map<String, ZookeeperPredecessor> before = new LinkedHashMap<>(nodes);
        nodes.clear();
        turn.blockers().forEach((path, units) -> {
            ZookeeperPredecessor known = before.remove(path);
            nodes.put(path, known != null ? known : new ZookeeperPredecessor(path, units, wake));
        });
        before.values().forEach(node -> unwatch(node, requests));
    }

    /** Watches all of them; false if one has ended meanwhile. */
    boolean areWatched(ZookeeperSession session) throws KeeperException {
        Map<ZookeeperPredecessor, CompletableFuture<List<String>>> asked = new LinkedHashMap<>();
        for (ZookeeperPredecessor node : nodes.values()) {
            if (!node.isWatched()) {
                asked.put(node, session.requests().children(node.path(), node));
            }
        }
        boolean all = true;
        for (Map.Entry<ZookeeperPredecessor, CompletableFuture<List<String>>> each : asked.entrySet()) {
            try {
                session.await(each.getValue());
                each.getKey().watched();
            } catch (KeeperException.NoNodeException e) {
                each.getKey().ended();
                all = false;
            }
        }
        return all;
    }

    /** Forgets them, after the end of the session that watched them. */
    void forget() {
        missing = Long.MAX_VALUE;
        nodes.clear();
    }

    /** Forgets them, and takes their watches back. */
    void clear(ZookeeperRequests requests) {
        nodes.values().forEach(node -> unwatch(node, requests));
        forget();
    }

    private static void unwatch(ZookeeperPredecessor node, ZookeeperRequests requests) {
        if (!node.isGone()) {
            AsyncCallback.VoidCallback ignored = (rc, path, context) -> {};
            requests.zk().removeWatches(node.path(), node, Watcher.WatcherType.Children, true, ignored, null);
        }
    }
}
