// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.junit.jupiter.api.Test;

/** Whether any client may change the nodes of others. */
class ZookeeperAccessTest {

    @Test
    void it_is_open_if_any_client_may_change_something() {
        assertThat(ZookeeperAccess.isOpen(ZookeeperAccess.OPEN)).isTrue();
        assertThat(ZookeeperAccess.isOpen(ZookeeperAccess.CREATOR)).isFalse();
        for (int right : List.of(Perms.CREATE, Perms.DELETE, Perms.WRITE, Perms.ADMIN)) {
            assertThat(ZookeeperAccess.isOpen(List.of(world(Perms.READ | right))))
                    .isTrue();
        }
        assertThat(ZookeeperAccess.isOpen(List.of(world(Perms.READ)))).isFalse();
        assertThat(ZookeeperAccess.isOpen(List.of(world(Perms.READ), world(Perms.ADMIN))))
                .isTrue();
    }

    private static ACL world(int rights) {
        return new ACL(rights, new Id("world", "anyone"));
    }
}
