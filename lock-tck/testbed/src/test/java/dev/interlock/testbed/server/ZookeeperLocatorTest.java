// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.server.ServerSource.Existing;
import dev.interlock.testbed.server.ServerSource.Unavailable;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Where a ZooKeeper server comes from. */
class ZookeeperLocatorTest {

    private static URL inJar(String name) {
        String jar = name.contains("quorum") ? "zookeeper-3.9.5.jar" : "other.jar";
        try {
            return URI.create("jar:file:/m2/" + jar + "!/" + name).toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_running_server_comes_first() {
        Map<String, String> environment = Map.of(ZookeeperLocator.CONNECT_VARIABLE, "zk:2181");
        assertThat(new ZookeeperLocator(environment, ZookeeperLocatorTest::inJar).locate())
                .isEqualTo(new Existing("zk:2181", ZookeeperLocator.CONNECT_VARIABLE));
    }

    @Test
    void the_class_path_has_one_with_its_version() {
        assertThat(new ZookeeperLocator(Map.of(), ZookeeperLocatorTest::inJar).locate())
                .isInstanceOfSatisfying(
                        Binary.class, java -> assertThat(java.version()).isEqualTo("zookeeper 3.9.5"));
        assertThat(ZookeeperClassPath.search(ZookeeperLocatorTest::inJar).joined())
                .isEqualTo("/m2/zookeeper-3.9.5.jar" + File.pathSeparator + "/m2/other.jar");
    }

    @Test
    void a_missing_artifact_is_named_with_the_remedy() {
        assertThat(new ZookeeperLocator(Map.of(), name -> null).locate())
                .isInstanceOfSatisfying(Unavailable.class, unavailable -> {
                    assertThat(unavailable.server()).isEqualTo("zookeeper");
                    assertThat(unavailable.reason()).contains("QuorumPeerMain is not on the class path");
                    assertThat(unavailable.remedy()).contains("org.apache.zookeeper:zookeeper");
                });
        Function<String, URL> noMetrics = name -> name.contains("codahale") ? null : inJar(name);
        assertThat(new ZookeeperLocator(Map.of(), noMetrics).locate())
                .isInstanceOfSatisfying(
                        Unavailable.class,
                        unavailable -> assertThat(unavailable.reason()).contains("codahale"));
    }
}
