// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import dev.interlock.report.zookeeper.RawQueue;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.ZooKeeper;

/**
 * The driver alone, in one session. It creates a sequential node, requests the list of nodes right behind without
 * waiting for the first answer, and deletes the node. It cannot wait.
 */
record RawZookeeperClient(CuratorFramework curator) implements OpenClient {

    static OpenClient open(StoreAddress address, Limits limits) {
        return new RawZookeeperClient(CuratorLocks.connect(address, limits));
    }

    @Override
    public NamedLock lock(String name) throws Exception {
        RawQueue queue = RawQueue.create(curator, "/floor/" + name);
        ZooKeeper session = curator.getZookeeperClient().getZooKeeper();
        return new NamedLock() {
            private String node = "";

            @Override
            public boolean acquire(Duration limit) throws Exception {
                RawQueue.Entry entry = queue.enter(session, "lock-");
                node = entry.node();
                if (!entry.isAlone()) {
                    release();
                }
                return entry.isAlone();
            }

            @Override
            public void release() throws Exception {
                session.delete(node, -1);
            }
        };
    }

    @Override
    public void close() {
        curator.close();
    }
}
