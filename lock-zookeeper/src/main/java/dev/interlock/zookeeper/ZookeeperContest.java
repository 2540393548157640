// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Unknown;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.zookeeper.ZookeeperRequests.Node;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.jspecify.annotations.Nullable;

/**
 * A waiter for a lock in ZooKeeper: a node in the lock's queue, and a watch on the node before it, so that the end of a
 * node wakes one waiter.
 *
 * <p>The first attempt creates the node and asks for the queue in one round trip; the others ask for the queue behind a
 * transaction that only checks that our node exists. Reads are answered by one server, which may be cut off: it can
 * show nodes that are gone, which is harmless, but it cannot tell that our own session ended. The write behind which it
 * answers proves that to the quorum, and a grant's validity counts from before it.
 */
final class ZookeeperContest implements Contest {

    /** In each round but the last the waiter before ours left between the look and the watch. */
    private static final int ROUNDS = 100;

    private final ZookeeperLockBackend backend;
    private final Attempt attempt;
    private final Watcher watcher = this::changed;
    private volatile CompletableFuture<Void> signal = new CompletableFuture<>();
    private @Nullable ZookeeperSession lastSession;
    private @Nullable Node node;
    private @Nullable String watched;
    private boolean replyLost;
    private boolean granted;

    ZookeeperContest(ZookeeperLockBackend backend, Attempt attempt) {
        this.backend = backend;
        this.attempt = attempt;
    }

    @Override
    public AcquireOutcome attempt() {
        // Before the look: what is told from now on must lead to another one.
        signal = new CompletableFuture<>();
        AcquireOutcome outcome = backend.step(attempt, this::attemptIn);
        granted |= outcome instanceof Granted;
        replyLost |= outcome instanceof Unknown && node == null;
        return outcome;
    }

    private AcquireOutcome attemptIn(ZookeeperSession session) throws KeeperException {
        if (lastSession == null
                || lastSession.requests().zk() != session.requests().zk()) {
            if (lastSession != null) {
                // Given up here, the former session may live on at the servers, and our node there would be before us.
                session.deleteAll();
            }
            node = null;
            replyLost = false;
            lastSession = session;
        }
        for (int round = 0; round < ROUNDS; round++) {
            long sentNanos = session.clock().nanoTime();
            ZookeeperQueue queue = queue(session);
            Node mine = node;
            if (queue == null || mine == null) {
                continue;
            }
            Optional<String> before = queue.before(mine.path());
            if (!queue.contains(mine.path())) {
                node = null;
            } else if (before.isEmpty()) {
                return backend.grants().grant(session, mine.path(), mine.stat().getCzxid(), sentNanos);
            } else if (isWatched(session, before.get())) {
                return session.contended(backend.pollFallback());
            }
        }
        throw KeeperException.create(Code.NONODE);
    }

    /** Our place and the queue around it, or null if something has to be done first. */
    private @Nullable ZookeeperQueue queue(ZookeeperSession session) throws KeeperException {
        Node mine = node;
        if (mine == null && replyLost) {
            Optional<String> found = session.find();
            node = found.isPresent() ? adopted(session, found.get()) : null;
            replyLost = false;
            return null;
        }
        if (mine == null) {
            return enter(session);
        }
        CompletableFuture<ZookeeperRequests.Transaction> proof =
                session.requests().transaction(List.of(Op.check(mine.path(), -1)));
        CompletableFuture<List<String>> look = session.look();
        Code code = session.await(proof, look).code();
        if (code == Code.NONODE) {
            node = null;
            return null;
        }
        if (code != Code.OK) {
            throw KeeperException.create(code);
        }
        return session.queue(look);
    }

    private @Nullable ZookeeperQueue enter(ZookeeperSession session) throws KeeperException {
        CompletableFuture<Node> creation = session.requests()
                .create(session.prefix(), ZookeeperValue.of(attempt), CreateMode.EPHEMERAL_SEQUENTIAL);
        CompletableFuture<List<String>> look = session.look();
        try {
            node = session.await(creation, look);
        } catch (KeeperException.NoNodeException e) {
            session.createParent();
            return null;
        }
        return session.queue(look);
    }

    /** The node that a request left whose reply was lost; null if it is not of this session. */
    private static @Nullable Node adopted(ZookeeperSession session, String path) throws KeeperException {
        try {
            return new Node(path, session.prove(path));
        } catch (KeeperException.NoNodeException e) {
            return null;
        }
    }

    /** By a watch for children, which an ephemeral node cannot have: it fires at the node's end and at no renewal. */
    private boolean isWatched(ZookeeperSession session, String path) throws KeeperException {
        try {
            watched = path;
            session.await(session.requests().children(path, watcher));
            return true;
        } catch (KeeperException.NoNodeException e) {
            return false;
        }
    }

    private void changed(WatchedEvent event) {
        if (event.getType() == EventType.NodeDeleted
                || event.getState() == KeeperState.Expired
                || event.getState() == KeeperState.Closed) {
            signal.complete(null);
        }
    }

    @Override
    public CompletionStage<?> signal() {
        return signal;
    }

    @Override
    public boolean signalled() {
        return node != null;
    }

    @Override
    public void close() {
        ZookeeperSession session = lastSession;
        if (granted || session == null) {
            return;
        }
        Node mine = node;
        if (mine != null) {
            backend.orphans().delete(attempt.id(), session.node(mine.path()));
        } else if (replyLost) {
            backend.orphans().delete(attempt.id(), session.unknownNode());
        }
        if (watched != null) {
            AsyncCallback.VoidCallback nobodyWaits = (rc, path, context) -> {};
            session.requests()
                    .zk()
                    .removeWatches(watched, watcher, Watcher.WatcherType.Children, true, nobodyWaits, null);
        }
    }
}
