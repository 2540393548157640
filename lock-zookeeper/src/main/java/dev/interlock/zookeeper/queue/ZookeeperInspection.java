// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

import dev.interlock.Holder;
import dev.interlock.zookeeper.node.ZookeeperTokens;
import dev.interlock.zookeeper.node.ZookeeperValue;
import dev.interlock.zookeeper.session.ZookeeperRequests;
import dev.interlock.zookeeper.session.ZookeeperSession;
import java.util.Optional;
import org.apache.zookeeper.KeeperException;

/** The inspection of a lock: its holder owns the first node in the queue. */
public final class ZookeeperInspection {

    /** Another round follows only if the holder left between the list and the look at its node. */
    private static final int ROUNDS = 100;

    private ZookeeperInspection() {}

    /**
     * The holder as the servers know it now.
     *
     * @throws KeeperException if they did not answer
     */
    public static Optional<Holder> of(ZookeeperSession session) throws KeeperException {
        for (int round = 0; round < ROUNDS; round++) {
            Optional<String> first = first(session);
            if (first.isEmpty()) {
                return Optional.empty();
            }
            Optional<Holder> holder = holder(session, first.get());
            if (holder.isPresent()) {
                return holder;
            }
        }
        throw KeeperException.create(KeeperException.Code.OPERATIONTIMEOUT);
    }

    private static Optional<String> first(ZookeeperSession session) throws KeeperException {
        // Else a server that lags behind could still show a lock that was released.
        session.requests().sync(session.parent());
        try {
            return session.queue(session.look()).first();
        } catch (KeeperException.NoNodeException e) {
            return Optional.empty();
        }
    }

    private static Optional<Holder> holder(ZookeeperSession session, String path) throws KeeperException {
        try {
            ZookeeperRequests.Content content = session.await(session.requests().read(path, null));
            long token = ZookeeperTokens.first(content.stat().getCzxid());
            return Optional.of(new Holder(token, Optional.empty(), ZookeeperValue.hint(content.data())));
        } catch (KeeperException.NoNodeException e) {
            return Optional.empty();
        }
    }
}
