// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.node.ZookeeperMark;
import dev.interlock.zookeeper.node.ZookeeperQueue;
import dev.interlock.zookeeper.tck.ZookeeperOperator;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Nodes that are no longer wanted, and those that are wanted again. */
class ZookeeperOrphansIT {

    /** The longest that the server grants. */
    private static final int SESSION_MILLIS = 60_000;

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
            created(requests, parent, each);
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

    /** The servers keep a session that was given up here, and would keep its nodes as long. */
    @Test
    void an_orphan_of_a_session_that_was_given_up_is_deleted_by_the_next_one() throws Exception {
        AttemptId unanswered = AttemptId.random();
        ZookeeperServer server = servers.servers().get(0);
        try (GateProxy proxy = GateProxy.zookeeper(server.host(), server.port())) {
            ZooKeeper former = new ZooKeeper("127.0.0.1:" + proxy.port(), SESSION_MILLIS, event -> {});
            await().until(() -> former.getState().isConnected());
            ZookeeperRequests requests = new ZookeeperRequests(former, ZookeeperAccess.OPEN);
            servers.operator().warm("given-up");
            String parent = ZookeeperOperator.parent("given-up");
            String path = created(requests, parent, id);
            created(requests, parent, unanswered);
            String bystander = created(requests, parent, AttemptId.random());
            proxy.refuseConnections();
            proxy.cutAll();
            // The servers do not learn of it.
            former.close();
            assertThat(former.getState().isAlive()).isFalse();
            orphans.retry(servers.operator().ask(session -> new ZookeeperRequests(session, ZookeeperAccess.OPEN)));
            orphans.delete(id, new ZookeeperAttemptNode(requests, parent, path));
            orphans.delete(unanswered, new ZookeeperAttemptNode(requests, parent, null));
            await().untilAsserted(() ->
                    assertThat(servers.operator().nodes("given-up")).containsExactly(bystander));
        }
    }

    private static String created(ZookeeperRequests requests, String parent, AttemptId id) {
        Attempt attempt = Attempt.of(new LockName("any"), id, Duration.ofSeconds(1), 1, null);
        String prefix = ZookeeperQueue.prefix(parent, id, ZookeeperMark.of(attempt));
        return requests.create(prefix, new byte[0], CreateMode.EPHEMERAL_SEQUENTIAL)
                .join()
                .path();
    }
}
