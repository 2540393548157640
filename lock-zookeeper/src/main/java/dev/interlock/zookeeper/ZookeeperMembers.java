// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import org.apache.zookeeper.KeeperException;

/**
 * Whether there is somebody who takes over from a server that dies. Each server has {@code /zookeeper/config}, which
 * anybody may read unless an operator took that away: a line {@code server.N=host:port:port[:role];...} for each member,
 * and nothing at a server that stands alone (<a href="https://zookeeper.apache.org/doc/r3.9.4/zookeeperReconfig.html">
 * dynamic reconfiguration</a>).
 */
final class ZookeeperMembers {

    private ZookeeperMembers() {}

    /** False as well if the servers do not tell: what was not seen is not promised. */
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
