// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import java.util.Collections;
import java.util.List;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/**
 * Who may do what with nodes. Spelled out, since the class file of ZooKeeper's own constants does not compile without
 * warnings; and not by {@code List.of}, which ZooKeeper asks whether it contains null.
 */
final class ZookeeperAccess {

    /** Everybody may do everything. */
    static final List<ACL> OPEN = Collections.singletonList(new ACL(Perms.ALL, new Id("world", "anyone")));

    /** Whoever has a login of the creating session may do everything, nobody else anything. */
    static final List<ACL> CREATOR = Collections.singletonList(new ACL(Perms.ALL, new Id("auth", "")));

    private static final int CHANGES = Perms.CREATE | Perms.DELETE | Perms.WRITE | Perms.ADMIN;

    private ZookeeperAccess() {}

    /** Whether everybody who reaches the servers may change something. */
    static boolean isOpen(List<ACL> acl) {
        return acl.stream()
                .anyMatch(each -> each.getId().getScheme().equals("world") && (each.getPerms() & CHANGES) != 0);
    }
}
