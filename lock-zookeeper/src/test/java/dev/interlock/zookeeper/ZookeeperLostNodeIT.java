// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.memory.ManualClock;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.testbed.wire.Message;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.session.ZookeeperAccess;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Nodes that an operator deleted, or that another session made anew at the same path: those end with that session.
 *
 * <p>Our clock stands still, so that no watch reports the end of a node before the step under test.
 */
class ZookeeperLostNodeIT {

    private static final Duration LEASE = Duration.ofSeconds(20);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** For a loaded machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static ZookeeperServers servers;

    private final ManualClock clock = new ManualClock();
    private GateProxy proxy;
    private ZookeeperLockBackend backend;
    private ZookeeperLockBackend other;
    private BulkSteps bulk;

    @BeforeAll
    static void startServer() {
        servers = ZookeeperServers.of(ZookeeperServer.start());
    }

    @AfterAll
    static void stopServer() {
        if (servers != null) {
            servers.close();
        }
    }

    @BeforeEach
    void connect() {
        ZookeeperServer server = servers.servers().get(0);
        proxy = GateProxy.zookeeper(server.host(), server.port());
        backend = started("127.0.0.1:" + proxy.port());
        other = started(server.connectString());
        bulk = backend.bulk().orElseThrow();
    }

    private ZookeeperLockBackend started(String address) {
        ZookeeperLockBackend backend = ZookeeperLockBackend.connecting(new ZookeeperLockOptions(
                ZookeeperLockOptions.Server.STANDARD.at(address),
                ZookeeperLockOptions.STANDARD.base(),
                ZookeeperLockOptions.Access.OPEN,
                PATIENCE,
                LIMIT));
        backend.start(new StandaloneContext(clock));
        return backend;
    }

    @AfterEach
    void disconnect() {
        backend.close();
        other.close();
        proxy.close();
    }

    private static Attempt attempt(String name) {
        return Attempt.of(new LockName(name), AttemptId.random(), LEASE, 1, null);
    }

    private static Grant granted(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(Granted.class);
        return ((Granted) outcome).grant();
    }

    private List<Grant> grantedAll(List<Attempt> attempts) {
        AcquireAllOutcome outcome = bulk.tryAcquireAll(attempts);
        assertThat(outcome).isInstanceOf(AcquireAllOutcome.Granted.class);
        return ((AcquireAllOutcome.Granted) outcome).grants();
    }

    private static String node(Attempt attempt) {
        return servers.operator().nodes(attempt.name().value()).stream()
                .filter(node -> node.contains(attempt.id().text()))
                .findFirst()
                .orElseThrow();
    }

    /** Another session makes the node of an attempt anew. */
    private static void remake(Attempt attempt) {
        String path = node(attempt);
        servers.operator().delete(path);
        servers.operator()
                .ask(session -> session.create(path, new byte[0], ZookeeperAccess.OPEN, CreateMode.EPHEMERAL));
    }

    @Test
    void the_renewal_of_a_hold_whose_node_is_of_another_session_is_refused() {
        Attempt attempt = attempt("renewed");
        Grant grant = granted(backend.tryAcquire(attempt));
        remake(attempt);
        assertThat(backend.renew(grant, LEASE)).isInstanceOf(RenewOutcome.NotOwner.class);
    }

    @Test
    void of_many_renewals_exactly_those_of_nodes_of_another_session_are_refused() {
        List<Attempt> attempts = List.of(attempt("many-1"), attempt("many-2"), attempt("many-3"));
        List<Grant> grants = grantedAll(attempts);
        remake(attempts.get(0));
        remake(attempts.get(2));
        List<RenewOutcome> outcomes = bulk.renewAll(grants, LEASE);
        assertThat(outcomes.get(0)).isInstanceOf(RenewOutcome.NotOwner.class);
        assertThat(outcomes.get(1)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(outcomes.get(2)).isInstanceOf(RenewOutcome.NotOwner.class);
    }

    @Test
    void a_repeated_try_does_not_take_the_node_of_another_session_for_its_own() {
        Attempt attempt = attempt("repeated");
        granted(backend.tryAcquire(attempt));
        remake(attempt);
        assertThat(backend.tryAcquire(attempt)).isInstanceOf(Contended.class);
    }

    @Test
    void a_repeated_try_for_many_does_not_take_the_node_of_another_session_for_its_own() {
        List<Attempt> attempts = List.of(attempt("repeated-1"), attempt("repeated-2"));
        grantedAll(attempts);
        remake(attempts.get(1));
        assertThat(bulk.tryAcquireAll(attempts))
                .isInstanceOfSatisfying(
                        AcquireAllOutcome.Contended.class,
                        contended -> assertThat(contended.busy())
                                .isEqualTo(attempts.get(1).name()));
    }

    @Test
    void a_waiter_whose_reply_was_lost_does_not_take_the_node_of_another_session_for_its_own() {
        servers.operator().warm("unanswered");
        Attempt attempt = attempt("unanswered");
        proxy.onRequest(Message.named("multi")).dropReply(ConnectionEnding.CUT);
        try (Contest contest = backend.contest(attempt)) {
            assertThat(contest.attempt()).isInstanceOf(AcquireOutcome.Unknown.class);
            remake(attempt);
            assertThat(contest.attempt()).isInstanceOf(Contended.class);
        }
    }

    /** It was next in line, so that the end of the holder's node would have been its grant. */
    @Test
    void a_waiter_whose_node_is_gone_queues_behind_those_that_came_meanwhile() {
        Attempt holder = attempt("overtaken");
        granted(other.tryAcquire(holder));
        Attempt mine = attempt("overtaken");
        try (Contest contest = backend.contest(mine);
                Contest behind = other.contest(attempt("overtaken"))) {
            assertThat(contest.attempt()).isInstanceOf(Contended.class);
            assertThat(behind.attempt()).isInstanceOf(Contended.class);
            servers.operator().delete(node(mine));
            assertThat(other.release(holder)).isInstanceOf(ReleaseOutcome.Released.class);
            assertThat(contest.signal().toCompletableFuture()).succeedsWithin(LIMIT);
            assertThat(behind.signal().toCompletableFuture()).succeedsWithin(LIMIT);
            granted(behind.attempt());
            // The creation of the node is too long ago to prove that it is still there.
            clock.advance(LEASE.dividedBy(19));
            assertThat(contest.attempt()).isInstanceOf(Contended.class);
        }
    }
}
