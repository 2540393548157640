// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;

/**
 * A node before that of a waiter, and the watch on it. A watch for children, which an ephemeral node cannot have:
 * it fires at the node's end and at no renewal. Events come on ZooKeeper's event thread; all else is confined to the
 * steps of the contest.
 */
final class ZookeeperPredecessor implements Watcher {

    private final String path;
    private final int units;
    private final Runnable wake;
    private volatile boolean gone;
    private volatile boolean watched;

    /** A predecessor whose end, or that of the session, wakes the waiter. */
    ZookeeperPredecessor(String path, int units, Runnable wake) {
        this.path = path;
        this.units = units;
        this.wake = wake;
    }

    String path() {
        return path;
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

    /** The units of the lock that its end has freed. */
    int freed() {
        return gone ? units : 0;
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
