// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

import dev.interlock.zookeeper.node.ZookeeperQueue;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;

/**
 * The node just before that of a waiter, and the watch on it. A watch for children, which an ephemeral node cannot have:
 * it fires at the node's end and at no renewal. Events come on ZooKeeper's event thread; all else is confined to the
 * steps of the contest.
 */
final class ZookeeperPredecessor implements Watcher {

    private final String path;
    private final Runnable wake;
    private volatile boolean gone;
    private volatile boolean watched;
    private boolean first;

    /** A predecessor whose end, or that of the session, wakes the waiter. */
    ZookeeperPredecessor(String path, Runnable wake) {
        this.path = path;
        this.wake = wake;
    }

    String path() {
        return path;
    }

    /** A look showed it with this queue around. */
    void seenIn(ZookeeperQueue queue) {
        first = queue.first().filter(path::equals).isPresent();
    }

    /** The server took the watch. */
    void watched() {
        watched = true;
    }

    /** Whether the server will report its end; unknown after a broken connection. */
    boolean isWatched() {
        return watched && !gone;
    }

    /** The server reported its end. */
    void ended() {
        gone = true;
    }

    boolean isGone() {
        return gone;
    }

    /**
     * Whether its end makes the waiter the first of the queue. New nodes come only behind, so if this node was the
     * first, no look is needed. Otherwise this node may have been a waiter that left, and the holder is still there.
     */
    boolean hasLeftNobody() {
        return gone && first;
    }

    @Override
    public void process(WatchedEvent event) {
        switch (event.getType()) {
            case NodeDeleted -> {
                gone = true;
                wake.run();
            }
            case None -> {
                watched = false;
                if (hasEnded(event.getState())) {
                    wake.run();
                }
            }
            default -> {}
        }
    }

    private static boolean hasEnded(Event.KeeperState session) {
        return session == Event.KeeperState.Expired || session == Event.KeeperState.Closed;
    }
}
