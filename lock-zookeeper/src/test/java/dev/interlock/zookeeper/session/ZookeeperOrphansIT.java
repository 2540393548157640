// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.spi.AttemptId;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.node.ZookeeperQueue;
import dev.interlock.zookeeper.tck.ZookeeperOperator;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Nodes that are no longer wanted, and those that are wanted again. */
class ZookeeperOrphansIT {

    private static ZookeeperServers servers;

    @BeforeAll
    static void start() {
        servers = ZookeeperServers.of(ZookeeperServer.start());
    }

    @AfterAll
    static void stop() {
        if (servers != null) {
            servers.close();
        }
    }

    private final ZookeeperOrphans orphans = new ZookeeperOrphans();
    private final AttemptId id = AttemptId.random();

    /** An orphan whose name was lost, and a bystander of another attempt. */
    private ZookeeperAttemptNode orphan(String name) {
        servers.operator().warm(name);
        ZookeeperRequests requests =
                servers.operator().ask(session -> new ZookeeperRequests(session, ZookeeperAccess.OPEN));
        String parent = ZookeeperOperator.parent(name);
        for (AttemptId each : List.of(id, AttemptId.random())) {
            requests.create(ZookeeperQueue.prefix(parent, each), new byte[0], CreateMode.EPHEMERAL_SEQUENTIAL)
                    .join();
        }
        return new ZookeeperAttemptNode(requests, parent, null);
    }

    @Test
    void an_orphan_is_found_by_its_attempt_and_deleted() {
        orphans.delete(id, orphan("orphan"));
        await().untilAsserted(() ->
                assertThat(servers.operator().nodes("orphan")).hasSize(1).noneMatch(node -> node.contains(id.text())));
        await().until(() -> orphans.forget(id) == null);
    }

    @Test
    void a_node_that_is_wanted_again_is_not_deleted_although_the_search_for_it_is_under_way() {
        ZookeeperAttemptNode orphan = orphan("wanted");
        CompletableFuture<ZookeeperAttemptNode> wanted = new CompletableFuture<>();
        // On the event thread no answer can be handled before this is over.
        AsyncCallback.VoidCallback step = (rc, path, context) -> {
            orphans.delete(id, orphan);
            wanted.complete(orphans.forget(id));
        };
        orphan.requests().zk().sync("/", step, null);
        assertThat(wanted.join()).isSameAs(orphan);
        // Behind the search, and behind a deletion that it might have led to.
        orphan.requests().sync("/").join();
        orphan.requests().sync("/").join();
        assertThat(servers.operator().nodes("wanted")).hasSize(2);
    }
}
