// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
 * The driver alone, in one session. It creates a sequential node, requests the list of nodes right behind without
 * waiting for the first answer, and deletes the node. It cannot wait.
 */
record RawZookeeperClient(CuratorFramework curator) implements OpenClient {

    private static final byte[] DATA = "1 -".getBytes(StandardCharsets.US_ASCII);
    private static final List<ACL> OPEN = List.of(new ACL(Perms.ALL, new Id("world", "anyone")));

    static OpenClient open(StoreAddress address, Limits limits) {
        return new RawZookeeperClient(CuratorLocks.connect(address, limits));
    }

    @Override
    public NamedLock lock(String name) throws Exception {
        String parent = "/floor/" + name;
        if (curator.checkExists().forPath(parent) == null) {
            curator.create().creatingParentsIfNeeded().forPath(parent);
        }
        ZooKeeper session = curator.getZookeeperClient().getZooKeeper();
        return new NamedLock() {
            private String node = "";

            @Override
            public boolean acquire(Duration limit) throws Exception {
                CompletableFuture<String> created = created(session, parent + "/lock-");
                List<String> queue = children(session, parent).get();
                node = created.get();
                if (queue.size() != 1 || !node.endsWith(queue.get(0))) {
                    release();
                    return false;
                }
                return true;
            }

            @Override
            public void release() throws Exception {
                session.delete(node, -1);
            }
        };
    }

    private static CompletableFuture<String> created(ZooKeeper session, String prefix) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        AsyncCallback.Create2Callback done = (code, path, context, name, stat) -> complete(answer, code, name);
        session.create(prefix, DATA, OPEN, CreateMode.EPHEMERAL_SEQUENTIAL, done, null);
        return answer;
    }

    private static CompletableFuture<List<String>> children(ZooKeeper session, String parent) {
        CompletableFuture<List<String>> answer = new CompletableFuture<>();
        AsyncCallback.ChildrenCallback done = (code, path, context, names) -> complete(answer, code, names);
        session.getChildren(parent, null, done, null);
        return answer;
    }

    private static <T> void complete(CompletableFuture<T> answer, int code, T value) {
        if (code == Code.OK.intValue()) {
            answer.complete(value);
        } else {
            answer.completeExceptionally(KeeperException.create(Code.get(code)));
        }
    }

    @Override
    public void close() {
        curator.close();
    }
}
