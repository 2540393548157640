// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** The application's client is used with the options of locks. Nothing connects here. */
class CuratorOfApplicationTest {

    @Test
    void the_base_of_the_locks_counts_with_or_without_slashes() {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        try (CuratorFramework client = CuratorFrameworkFactory.newClient("127.0.0.1:1", new RetryOneTime(1))) {
            beans.registerSingleton("curator", client);
            CuratorOfApplication store = new CuratorOfApplication(beans);
            assertThat(store.prepare(null, Map.of("base", "/team/locks/")).get().store())
                    .isEqualTo("zookeeper at 127.0.0.1:1/team/locks");
            assertThat(store.prepare(null, Map.of("base", "till")).get().store())
                    .isEqualTo("zookeeper at 127.0.0.1:1/till");
            assertThat(store.prepare(null, Map.of()).get().store()).isEqualTo("zookeeper at 127.0.0.1:1/interlock");
        }
    }
}
