// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockSettings;
import dev.interlock.ReleaseResult;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ServerClock;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.tck.ZookeeperOperator;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A server whose wall clock jumps, that freezes, or that a holder no longer reaches. */
class ZookeeperServerFaultsIT {

    private static final Duration SESSION = Duration.ofSeconds(9);

    /** For a loaded machine. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static ServerClock clock;
    private static ZookeeperServers servers;

    private GateProxy proxy;
    private LockClient first;
    private LockClient second;

    @BeforeAll
    static void startServer() {
        clock = ServerClock.make();
        servers = ZookeeperServers.of(ZookeeperServer.start(clock));
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
        first = connect("127.0.0.1:" + proxy.port(), "2s");
        second = connect(server.connectString(), "10s");
    }

    private static LockClient connect(String address, String timeout) {
        return LockClient.connect(LockSettings.of("zookeeper://" + address)
                .withOption("sessionTimeout", SESSION.toMillis() + "ms")
                .withOption("timeout", timeout)
                .withOption("connectTimeout", "5s"));
    }

    @AfterEach
    void disconnect() {
        clock.shift(Duration.ZERO);
        proxy.heal();
        first.close();
        second.close();
        proxy.close();
    }

    /** Jumps, and shows it: the server stamps the node that it makes. */
    private static void jump(Duration ahead, String witness) {
        clock.shift(ahead);
        servers.operator().warm(witness);
        long stamped = servers.operator()
                .ask(session ->
                        session.exists(ZookeeperOperator.parent(witness), false).getCtime());
        assertThat(Duration.ofMillis(stamped - System.currentTimeMillis()))
                .as("how far the server's clock is ahead")
                .isBetween(ahead.minusSeconds(5), ahead.plusSeconds(5));
    }

    @Test
    @DisplayName("Z2, and R13 on ZooKeeper -1 h: a holder that is cut off stops believing before another is granted"
            + " the lock")
    void a_holder_behind_a_black_hole_gives_up_before_its_session_ends_whatever_the_clock_says() throws Exception {
        LockHandle cutOff = first.lock("hole").tryAcquire().orElseThrow();
        jump(Duration.ofHours(-1), "witness-back");
        long start = System.nanoTime();
        proxy.blackhole();
        LockHandle next = second.lock("hole").acquire(AcquireOptions.waitAtMost(SESSION.multipliedBy(5)));
        Duration waited = Duration.ofNanos(System.nanoTime() - start);
        assertThat(cutOff.state()).isNotEqualTo(HandleState.HELD);
        assertThat(cutOff.remaining()).isZero();
        // The server counts from the last ping, which the client sends at each third of the session.
        assertThat(waited).isGreaterThan(SESSION.dividedBy(3));
        assertThat(next.fencingToken()).isGreaterThan(cutOff.fencingToken());
        assertThat(next.release()).isEqualTo(ReleaseResult.RELEASED);
    }

    @Test
    @DisplayName("N12: what a frozen server executes after its client gave up is compensated")
    void an_acquisition_that_a_frozen_server_executes_too_late_is_compensated() {
        servers.operator().warm("frozen");
        servers.servers().get(0).freeze();
        try {
            assertThatExceptionOfType(LockOutcomeUnknownException.class)
                    .isThrownBy(() -> first.lock("frozen").tryAcquire());
        } finally {
            servers.servers().get(0).thaw();
        }
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(childrenChanges("frozen"))
                        .as("the node was made, and then deleted")
                        .isEqualTo(2));
        assertThat(second.lock("frozen").tryAcquire()).isPresent();
    }

    private static int childrenChanges(String name) {
        return servers.operator()
                .ask(session ->
                        session.exists(ZookeeperOperator.parent(name), false).getCversion());
    }
}
