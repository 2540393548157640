// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.zookeeper;

import dev.interlock.report.benchmark.Contender;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
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
import org.apache.zookeeper.data.Stat;

/**
 * The baseline on ZooKeeper, in the same session and without the library: it creates an ephemeral sequential node with
 * its Stat, requests the list of its parent's children right behind, and deletes the node.
 */
final class ZookeeperBaseline implements Contender {

    private static final byte[] DATA = "1 -".getBytes(StandardCharsets.US_ASCII);

    private static final List<ACL> OPEN = List.of(new ACL(Perms.ALL, new Id("world", "anyone")));

    private final CuratorFramework curator;

    ZookeeperBaseline(CuratorFramework curator) {
        this.curator = curator;
    }

    @Override
    public String name() {
        return "raw ZooKeeper";
    }

    @Override
    public Operation forThread(int thread) {
        String parent = "/baseline/" + thread;
        SplittableRandom random = new SplittableRandom(thread);
        createParent(parent);
        return () -> {
            ZooKeeper session = curator.getZookeeperClient().getZooKeeper();
            String id = HexFormat.of().toHexDigits(random.nextLong())
                    + HexFormat.of().toHexDigits(random.nextLong());
            CompletableFuture<String> created = created(session, parent + "/lock-" + id + "-");
            List<String> queue = children(session, parent).get();
            String path = created.get();
            if (queue.size() != 1 || !path.endsWith(queue.get(0))) {
                throw new IllegalStateException("the baseline's node is not alone in " + parent);
            }
            session.delete(path, -1);
        };
    }

    /** Not a container: the servers would occasionally remove it between two operations. */
    private void createParent(String parent) {
        try {
            Stat there = curator.checkExists().forPath(parent);
            if (there == null) {
                curator.create().creatingParentsIfNeeded().forPath(parent);
            }
        } catch (Exception e) {
            throw new IllegalStateException("could not create " + parent, e);
        }
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
