// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

import dev.interlock.zookeeper.node.ZookeeperMark;
import dev.interlock.zookeeper.node.ZookeeperValue;
import dev.interlock.zookeeper.session.ZookeeperRequests.Transaction;
import dev.interlock.zookeeper.session.ZookeeperSession;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The entry of a waiter into a lock's queue: a transaction that creates its node and writes the lock's parent, whose
 * stat then contains the number of its nodes at that moment and the zxid of the transaction. Immutable.
 *
 * @param place the place taken
 * @param isAlone whether no other node was there: then the place is the first
 * @param parentCzxid the zxid that created the parent
 */
public record ZookeeperEntry(ZookeeperPlace place, boolean isAlone, long parentCzxid) {

    /** However many entries came before. */
    public static final int ANY_VERSION = -1;

    private static final byte[] EMPTY = new byte[0];

    /**
     * Enters the queue.
     *
     * @param version the version of the parent's data, which each entry raises; with another one there is no entry
     * @return the entry, or null if the lock's parent is missing
     * @throws KeeperException how it failed
     */
    public static @Nullable ZookeeperEntry into(ZookeeperSession session, ZookeeperMark mark, int version)
            throws KeeperException {
        Op node = session.requests()
                .creation(session.prefix(mark), ZookeeperValue.of(session.attempt()), CreateMode.EPHEMERAL_SEQUENTIAL);
        Op parent = Op.setData(session.parent(), EMPTY, version);
        ZookeeperProof proof = ZookeeperProof.sentNow(session.clock());
        Transaction answer = session.await(session.requests().transaction(List.of(node, parent)));
        if (answer.code() == Code.NONODE) {
            return null;
        }
        if (answer.code() != Code.OK) {
            throw KeeperException.create(answer.code());
        }
        String path = session.created((OpResult.CreateResult) answer.results().get(0));
        Stat queue = ((OpResult.SetDataResult) answer.results().get(1)).getStat();
        ZookeeperPlace place = new ZookeeperPlace(path, queue.getMzxid(), proof);
        return new ZookeeperEntry(place, queue.getNumChildren() == 1, queue.getCzxid());
    }
}
