// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockSettings;
import dev.interlock.LockUnavailableException;
import dev.interlock.RenewResult;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.RedisSentinelGroup;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Row R4: a primary and a client on one side, the Sentinels and the replica on the other, which make the replica the
 * primary. The client is cut off by its ways to the Sentinels, the primary by being stopped until it is replaced; and
 * it is not demoted before the Sentinels go on.
 */
class RedisSentinelMinorityIT {

    private static final AcquireOptions LONG =
            AcquireOptions.waitAtMost(Duration.ZERO).withLease(Duration.ofMinutes(2));
    private static final Duration SOON = Duration.ofMinutes(1);

    private RedisSentinelGroup group;
    private List<GateProxy> ways;
    private LockClient minority;
    private LockClient majority;

    @BeforeEach
    void start() {
        group = RedisSentinelGroup.start(Duration.ofSeconds(5));
        ways = group.ports().stream()
                .map(port -> GateProxy.redis(group.primary().host(), port))
                .toList();
        String addresses = ways.stream().map(way -> "127.0.0.1:" + way.port()).collect(Collectors.joining(","));
        minority = connect("redis-sentinel://" + addresses + "/" + RedisSentinelGroup.NAME);
        majority = connect(group.uri() + "?clientName=majority");
    }

    private static LockClient connect(String uri) {
        return LockClient.connect(LockSettings.of(uri).withOption("timeout", "10s"));
    }

    @AfterEach
    void stop() {
        minority.close();
        majority.close();
        ways.forEach(GateProxy::close);
        group.close();
    }

    /** When this returns, two servers take themselves for the primary. */
    private void part() {
        ways.forEach(GateProxy::close);
        group.primary().freeze();
        group.awaitReplicaIsPrimary();
        group.freezeSentinels();
        group.primary().thaw();
    }

    @Test
    @DisplayName(
            "R4: a primary on the minority's side goes on granting until it is demoted; tokens distinguish the holders")
    void two_clients_hold_a_lock_until_the_former_primary_is_demoted() throws InterruptedException {
        await().until(this::isMajoritySubscribedAtTheFormerPrimary);
        part();
        LockHandle former = minority.lock("order").acquire(LONG);
        LockHandle present = majority.lock("order").acquire(LONG.withMaxWait(SOON));
        assertThat(former.state()).isEqualTo(HandleState.HELD);
        assertThat(present.state()).isEqualTo(HandleState.HELD);
        assertThat(present.fencingToken()).isGreaterThan(former.fencingToken());
        // Nothing has broken that connection, and what is released now is published elsewhere.
        await().until(() -> !isMajoritySubscribedAtTheFormerPrimary());
        group.thawSentinels();
        await().atMost(SOON).until(() -> former.renew(LONG.lease()) != RenewResult.RENEWED);
        Duration believed = former.remaining();
        assertThat(former.renew(LONG.lease())).isNotEqualTo(RenewResult.RENEWED);
        assertThat(former.remaining()).as("belief ends with what was proven").isLessThanOrEqualTo(believed);
        assertThat(present.renew(LONG.lease())).isEqualTo(RenewResult.RENEWED);
    }

    private boolean isMajoritySubscribedAtTheFormerPrimary() {
        return group.primary()
                .command("CLIENT", "LIST")
                .lines()
                .anyMatch(line -> line.contains(" name=majority ") && line.contains(" sub=1 "));
    }

    @Test
    @DisplayName("R4: with min-replicas-to-write the primary on the minority's side refuses")
    void a_primary_that_lost_its_replica_refuses_if_it_is_configured_to() throws InterruptedException {
        group.primary().command("CONFIG", "SET", "min-replicas-max-lag", "1");
        group.primary().command("CONFIG", "SET", "min-replicas-to-write", "1");
        part();
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThatThrownBy(() -> minority.lock("order").acquire(LONG))
                                .isInstanceOf(LockUnavailableException.class)
                                .hasMessageContaining("NOREPLICAS"));
        assertThat(majority.lock("order").acquire(LONG.withMaxWait(SOON)).state())
                .isEqualTo(HandleState.HELD);
    }
}
