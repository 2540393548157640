// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.zookeeper.node.ZookeeperQueue;
import dev.interlock.zookeeper.node.ZookeeperTokens;
import dev.interlock.zookeeper.node.ZookeeperTurn;
import dev.interlock.zookeeper.node.ZookeeperValue;
import dev.interlock.zookeeper.session.ZookeeperErrors;
import dev.interlock.zookeeper.session.ZookeeperRequests.Content;
import dev.interlock.zookeeper.session.ZookeeperSession;
import dev.interlock.zookeeper.session.ZookeeperSessions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException;

/**
 * Inspects locks: the holders of a lock own the first nodes in its queue, and a lock that others cannot share has one.
 * Thread-safe.
 *
 * @param sessions of the locks
 * @param errors for messages
 */
public record ZookeeperInspection(ZookeeperSessions sessions, ZookeeperErrors errors) {

    /** Another round follows only if all holders left between the list and the look at their nodes. */
    private static final int ROUNDS = 100;

    /**
     * The holders as the servers know them now, without those that leave meanwhile.
     *
     * @throws LockUnavailableException if the servers did not answer
     */
    public List<Holder> of(LockName name) {
        String failed = "'" + name + "' not inspected";
        Attempt none = Attempt.of(name, new AttemptId(0, 0), Duration.ofMillis(1), 1, null);
        try {
            return holders(sessions.current(none, failed));
        } catch (KeeperException e) {
            throw errors.unavailable(failed, e);
        }
    }

    private static List<Holder> holders(ZookeeperSession session) throws KeeperException {
        for (int round = 0; round < ROUNDS; round++) {
            List<String> paths = holding(session);
            List<Holder> holders = holders(session, paths);
            if (paths.isEmpty() || !holders.isEmpty()) {
                return holders;
            }
        }
        throw KeeperException.create(KeeperException.Code.OPERATIONTIMEOUT);
    }

    private static List<String> holding(ZookeeperSession session) throws KeeperException {
        // Else a server that lags behind could still show a lock that was released.
        session.requests().sync(session.parent());
        try {
            ZookeeperQueue queue = session.queue(session.look());
            return queue.head(ZookeeperTurn.holders(queue));
        } catch (KeeperException.NoNodeException e) {
            return List.of();
        }
    }

    private static List<Holder> holders(ZookeeperSession session, List<String> paths) throws KeeperException {
        List<CompletableFuture<Content>> looks =
                paths.stream().map(path -> session.requests().read(path, null)).toList();
        List<Holder> holders = new ArrayList<>();
        for (CompletableFuture<Content> look : looks) {
            try {
                Content content = session.await(look);
                long token = ZookeeperTokens.first(content.stat().getCzxid());
                holders.add(new Holder(token, Optional.empty(), ZookeeperValue.hint(content.data())));
            } catch (KeeperException.NoNodeException e) {
                // It is no holder any more.
            }
        }
        return holders;
    }
}
