// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/**
 * The queue of a lock by the driver alone: an ephemeral sequential node with its Stat, and a request for the list of
 * its parent's children right behind.
 *
 * @param parent of the nodes
 */
public record RawQueue(String parent) {

    private static final byte[] DATA = "1 -".getBytes(StandardCharsets.US_ASCII);

    private static final List<ACL> OPEN = List.of(new ACL(Perms.ALL, new Id("world", "anyone")));

    /**
     * A queue whose parent exists. It is not a container: the servers would occasionally remove it between two
     * operations.
     *
     * @param curator the client
     * @param parent of the nodes
     * @return the queue
     * @throws Exception if the store failed
     */
    public static RawQueue create(CuratorFramework curator, String parent) throws Exception {
        // One step: the clients of a benchmark that share a name may all be at it.
        curator.create().orSetData().creatingParentsIfNeeded().forPath(parent);
        return new RawQueue(parent);
    }

    /**
     * The state of the queue after an entry.
     *
     * @param node the path of the new node
     * @param isAlone whether there was no other
     */
    public record Entry(String node, boolean isAlone) {}

    /**
     * Adds a node.
     *
     * @param session the session that owns it
     * @param prefix of its name
     * @return the entry
     * @throws Exception if the store failed
     */
    public Entry enter(ZooKeeper session, String prefix) throws Exception {
        CompletableFuture<String> created = created(session, parent + "/" + prefix);
        List<String> queue = children(session, parent).get();
        String node = created.get();
        return new Entry(node, queue.size() == 1 && node.endsWith(queue.get(0)));
    }

    private static CompletableFuture<String> created(ZooKeeper session, String prefix) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        session.create(
                prefix,
                DATA,
                OPEN,
                CreateMode.EPHEMERAL_SEQUENTIAL,
                (AsyncCallback.Create2Callback) (rc, path, context, name, stat) -> complete(answer, rc, name),
                null);
        return answer;
    }

    private static CompletableFuture<List<String>> children(ZooKeeper session, String parent) {
        CompletableFuture<List<String>> answer = new CompletableFuture<>();
        session.getChildren(
                parent,
                null,
                (AsyncCallback.ChildrenCallback) (rc, path, context, children) -> complete(answer, rc, children),
                null);
        return answer;
    }

    private static <T> void complete(CompletableFuture<T> answer, int rc, T value) {
        if (rc == Code.OK.intValue()) {
            answer.complete(value);
        } else {
            answer.completeExceptionally(KeeperException.create(Code.get(rc)));
        }
    }
}
