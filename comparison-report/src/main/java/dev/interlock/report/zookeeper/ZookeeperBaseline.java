// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.zookeeper;

import dev.interlock.report.benchmark.Contender;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.ZooKeeper;

/**
 * The baseline on ZooKeeper, in the same session and without the library: it enters the {@linkplain RawQueue queue} and
 * deletes its node.
 *
 * @param curator the client
 */
record ZookeeperBaseline(CuratorFramework curator) implements Contender {

    @Override
    public String name() {
        return "raw ZooKeeper";
    }

    @Override
    public Operation forThread(int thread) {
        SplittableRandom random = new SplittableRandom(thread);
        RawQueue queue = queue("/baseline/" + thread);
        return () -> {
            ZooKeeper session = curator.getZookeeperClient().getZooKeeper();
            String id = HexFormat.of().toHexDigits(random.nextLong())
                    + HexFormat.of().toHexDigits(random.nextLong());
            RawQueue.Entry entry = queue.enter(session, "lock-" + id + "-");
            if (!entry.isAlone()) {
                throw new IllegalStateException("the baseline's node is not alone in " + queue.parent());
            }
            session.delete(entry.node(), -1);
        };
    }

    private RawQueue queue(String parent) {
        try {
            return RawQueue.create(curator, parent);
        } catch (Exception e) {
            throw new IllegalStateException("could not create " + parent, e);
        }
    }
}
