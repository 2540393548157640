// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.session;

import dev.interlock.LockClock;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.zookeeper.node.ZookeeperMark;
import dev.interlock.zookeeper.node.ZookeeperPaths;
import dev.interlock.zookeeper.node.ZookeeperQueue;
import dev.interlock.zookeeper.node.ZookeeperValue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.Stat;

/**
 * A view of the client's present session for one step of one attempt: the requests that tries, waiters and releases
 * have in common.
 *
 * @param requests the session
 * @param paths where locks are
 * @param parent the parent of the nodes of the lock
 * @param attempt what to acquire
 * @param clock the client's clock
 * @param endNanos when the step is over: every wait for an answer ends by then
 */
public record ZookeeperSession(
        ZookeeperRequests requests,
        ZookeeperPaths paths,
        String parent,
        Attempt attempt,
        LockClock clock,
        long endNanos) {

    private static final byte[] EMPTY = new byte[0];

    ZookeeperSession(
            ZookeeperRequests requests, ZookeeperPaths paths, Attempt attempt, LockClock clock, long endNanos) {
        this(requests, paths, paths.lock(attempt.name()), attempt, clock, endNanos);
    }

    /** The path, for this session, of a node that a transaction created below {@link #parent}. */
    public String created(OpResult.CreateResult node) {
        // The path in a transaction's result begins with the session's chroot, which no other answer does.
        return parent + node.getPath().substring(node.getPath().lastIndexOf('/'));
    }

    /** The same step for another attempt. */
    public ZookeeperSession of(Attempt other) {
        return new ZookeeperSession(requests, paths, other, clock, endNanos);
    }

    public String prefix() {
        return prefix(ZookeeperMark.of(attempt));
    }

    public String prefix(ZookeeperMark mark) {
        return ZookeeperQueue.prefix(parent, attempt.id(), mark);
    }

    public <T> T await(CompletableFuture<T> answer) throws KeeperException {
        return ZookeeperRequests.await(answer, clock, endNanos);
    }

    public ZookeeperQueue queue(CompletableFuture<List<String>> children) throws KeeperException {
        return ZookeeperQueue.of(parent, await(children));
    }

    /** Sends the request for the queue; to be waited for by {@link #queue}. */
    public CompletableFuture<List<String>> look() {
        return requests.children(parent, null);
    }

    /**
     * Tells the holder's client, if it wants to hear it, that this attempt asks for the lock, as the entry of a waiter
     * does: it watches what the parent holds. Does not wait.
     */
    public void recall(ZookeeperQueue queue) {
        if (queue.isRecallable()) {
            requests.write(parent, EMPTY);
        }
    }

    /** The node that an earlier request of this attempt left, if there is one. */
    public Optional<String> find() throws KeeperException {
        return findAll().stream().findFirst();
    }

    private List<String> findAll() throws KeeperException {
        // The server of this connection may not have received yet what another one executed.
        requests.sync(parent);
        try {
            return queue(look()).of(attempt.id());
        } catch (KeeperException.NoNodeException e) {
            return List.of();
        }
    }

    /** Searches for the node that an earlier request left, as {@link #find}, and deletes it; does not wait. */
    public CompletableFuture<Boolean> search() {
        requests.sync(parent);
        return look().handle((children, failure) -> {
                    if (failure instanceof KeeperException.NoNodeException) {
                        return CompletableFuture.completedFuture(false);
                    }
                    if (failure != null) {
                        return CompletableFuture.<Boolean>failedFuture(failure);
                    }
                    List<String> own = ZookeeperQueue.of(parent, children).of(attempt.id());
                    return own.isEmpty() ? CompletableFuture.completedFuture(false) : requests.delete(own.get(0));
                })
                .thenCompose(deletion -> deletion);
    }

    /** Deletes what earlier requests of this attempt left, in whatever session. */
    public void deleteAll() throws KeeperException {
        for (String path : findAll()) {
            await(requests.delete(path));
        }
    }

    /** Creates the lock's parent, which the servers remove again some time after it was left empty. */
    public void createParent() throws KeeperException {
        if (!created(parent, CreateMode.CONTAINER)) {
            createBase();
            created(parent, CreateMode.CONTAINER);
        }
    }

    /** Creates the base, with all above it, for good. */
    public void createBase() throws KeeperException {
        for (String each : paths.ancestors()) {
            created(each, CreateMode.PERSISTENT);
        }
    }

    private boolean created(String path, CreateMode mode) throws KeeperException {
        try {
            await(requests.create(path, EMPTY, mode));
            return true;
        } catch (KeeperException.NodeExistsException e) {
            return true;
        } catch (KeeperException.NoNodeException e) {
            return false;
        }
    }

    /**
     * Writes to our node, which proves that the quorum knows it and this session. Fails with {@code NONODE} if the node
     * is gone or belongs to another session.
     */
    public Stat prove(String path) throws KeeperException {
        Stat stat = await(requests.write(path, ZookeeperValue.of(attempt)));
        if (stat.getEphemeralOwner() != requests.zk().getSessionId()) {
            throw KeeperException.create(Code.NONODE);
        }
        return stat;
    }

    /** A transaction that only looks for a node: a write to the quorum, which proves our session and the node. */
    public Code check(String path) throws KeeperException {
        return await(requests.transaction(List.of(Op.check(path, -1)))).code();
    }

    /** The lease of the attempt, as far as the session can keep it. */
    public Duration lease() {
        Duration longest = Duration.ofMillis(requests.zk().getSessionTimeout());
        return attempt.lease().compareTo(longest) > 0 ? longest : attempt.lease();
    }

    public ZookeeperAttemptNode node(String path) {
        return new ZookeeperAttemptNode(requests, parent, path);
    }

    /** The node of a request whose reply was lost, if there is one. */
    public ZookeeperAttemptNode unknownNode() {
        return new ZookeeperAttemptNode(requests, parent, null);
    }

    public AcquireOutcome contended(Duration fallback) {
        return new AcquireOutcome.Contended(fallback);
    }
}
