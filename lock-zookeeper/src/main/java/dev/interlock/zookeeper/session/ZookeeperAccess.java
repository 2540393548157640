// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.session;

import java.util.Collections;
import java.util.List;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/**
 * The access rights of nodes. Written out, since ZooKeeper's own constants do not compile without warnings; and not by
 * {@code List.of}, since ZooKeeper calls {@code contains(null)}.
 */
public final class ZookeeperAccess {

    /** Every client has all rights. */
    public static final List<ACL> OPEN = Collections.singletonList(new ACL(Perms.ALL, new Id("world", "anyone")));

    /** Clients with a login of the creating session have all rights, others none. */
    public static final List<ACL> CREATOR = Collections.singletonList(new ACL(Perms.ALL, new Id("auth", "")));

    private static final int CHANGES = Perms.CREATE | Perms.DELETE | Perms.WRITE | Perms.ADMIN;

    private ZookeeperAccess() {}

    /** Whether every client that reaches the servers may change something. */
    public static boolean isOpen(List<ACL> acl) {
        return acl.stream()
                .anyMatch(each -> each.getId().getScheme().equals("world") && (each.getPerms() & CHANGES) != 0);
    }
}
