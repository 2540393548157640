// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static dev.interlock.AcquireOptions.waitAtMost;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;

/**
 * A lock's life on the Curator and the ZooKeeper of the class path: the build runs this on each version of
 * {@code docs/versions.md}.
 */
class ZookeeperVersionsIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    void the_drivers_of_the_class_path_are_those_this_run_is_about() throws IOException {
        String curator = version("org.apache.curator/curator-framework");
        String zookeeper = version("org.apache.zookeeper/zookeeper");
        assertThat(curator).isEqualTo(System.getProperty("interlock.curator", curator));
        assertThat(zookeeper).isEqualTo(System.getProperty("interlock.zookeeper", zookeeper));
    }

    private static String version(String artifact) throws IOException {
        try (InputStream in =
                CuratorFramework.class.getResourceAsStream("/META-INF/maven/" + artifact + "/pom.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        }
    }

    @Test
    void locks_live_in_sessions_of_our_own_and_of_the_application() throws Exception {
        try (ZookeeperServer server = ZookeeperServer.start();
                LockClient own = LockClient.connect("zookeeper://" + server.connectString());
                CuratorFramework client =
                        CuratorFrameworkFactory.newClient(server.connectString(), new RetryOneTime(1))) {
            client.start();
            try (LockClient shared = LockClient.using(
                    ZookeeperLockBackend.using(client, ZookeeperLockOptions.STANDARD), ClientOptions.STANDARD)) {
                live(own, shared);
                live(shared, own);
            }
        }
    }

    private static void live(LockClient mine, LockClient theirs) throws Exception {
        LockHandle held = mine.lock("order:42").acquire(waitAtMost(LIMIT));
        assertThat(theirs.inspect("order:42")).isPresent();
        assertThat(theirs.lock("order:42").tryAcquire()).isEmpty();
        CompletableFuture<LockHandle> waiting = theirs.lock("order:42").acquireAsync(waitAtMost(LIMIT));
        assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
        LockHandle next = waiting.join();
        assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
        assertThat(next.release()).isEqualTo(ReleaseResult.RELEASED);
    }
}
