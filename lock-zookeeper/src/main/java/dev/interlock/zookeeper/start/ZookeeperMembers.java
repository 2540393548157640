// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.start;

import dev.interlock.zookeeper.session.ZookeeperSession;
import org.apache.zookeeper.KeeperException;

/**
 * Whether another server takes over from one that fails. Each server has {@code /zookeeper/config}, which every client
 * may read unless an operator revoked that right: a line {@code server.N=host:port:port[:role];...} for each member,
 * and nothing at a server that stands alone (<a href="https://zookeeper.apache.org/doc/r3.9.4/zookeeperReconfig.html">
 * dynamic reconfiguration</a>).
 */
final class ZookeeperMembers {

    private ZookeeperMembers() {}

    /** False as well if the servers do not answer: only what was seen is promised. */
    static boolean takeOver(ZookeeperSession session) {
        try {
            return voters(session.await(session.requests().ensemble())) > 1;
        } catch (KeeperException e) {
            return false;
        }
    }

    /** Observers have every grant too, but never lead. */
    static long voters(String config) {
        return config.lines()
                .filter(line -> line.startsWith("server.") && !line.contains(":observer"))
                .count();
    }
}
