// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.start;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whether another server can take over, by what the servers say of their ensemble. */
class ZookeeperMembersTest {

    @Test
    void a_server_that_stands_alone_says_nothing() {
        assertThat(ZookeeperMembers.voters("")).isZero();
        assertThat(ZookeeperMembers.voters("version=0")).isZero();
    }

    @Test
    void observers_never_lead() {
        assertThat(ZookeeperMembers.voters("""
                server.1=10.0.0.1:2888:3888:participant;0.0.0.0:2181
                server.2=10.0.0.2:2888:3888:observer;0.0.0.0:2181
                server.3=10.0.0.3:2888:3888;0.0.0.0:2181
                version=100000000
                """)).isEqualTo(2);
    }
}
