// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockSettings;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.ReleaseResult;
import dev.interlock.testbed.server.ZookeeperEnsemble;
import dev.interlock.testbed.server.ZookeeperServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Row Z4: an ensemble that loses servers; that it loses its leader only is rule FAULT-2. A hold outlives it, no
 * other client is granted its lock, and tokens keep one order.
 */
class ZookeeperQuorumIT {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String NAME = "order";

    private static ZookeeperEnsemble ensemble;

    /** Of the same lock, over all tests: whatever dies, the next token is greater. */
    private static final List<Long> TOKENS = new ArrayList<>();

    private final List<LockLost> lost = new CopyOnWriteArrayList<>();
    private LockClient client;
    private LockClient rival;

    @BeforeAll
    static void startServers() {
        ensemble = ZookeeperEnsemble.start();
    }

    @AfterAll
    static void stopServers() {
        if (ensemble != null) {
            ensemble.close();
        }
    }

    @BeforeEach
    void connect() {
        client = open(ensemble.connectString());
        rival = open(ensemble.connectString());
    }

    @Test
    void an_ensemble_declares_that_a_lock_survives_a_failover() {
        assertThat(client.capabilities().has(Capability.SURVIVES_FAIL_OVER)).isTrue();
    }

    private static LockClient open(String connectString) {
        return LockClient.connect(LockSettings.of("zookeeper://" + connectString)
                .withOption("connectTimeout", "20s")
                .withOption("timeout", "5s"));
    }

    @AfterEach
    void disconnect() {
        client.close();
        rival.close();
    }

    private LockHandle heldBy(LockClient holder) {
        LockHandle handle = holder.lock(NAME).tryAcquire().orElseThrow();
        handle.onLost(lost::add, Runnable::run);
        TOKENS.add(handle.fencingToken());
        return handle;
    }

    /** Once the hold is proven again and the ensemble grants locks again. */
    private void untilRecovered(LockHandle held) {
        await().atMost(SOON).until(() -> held.state() == HandleState.HELD && isGrantedToRival("probe"));
        assertThat(rival.lock(NAME).tryAcquire()).isEmpty();
    }

    /** The election takes a moment, in which acquisitions fail, but never as if another client had the lock. */
    private boolean isGrantedToRival(String name) {
        try {
            Optional<LockHandle> handle = rival.lock(name).tryAcquire();
            handle.ifPresent(LockHandle::close);
            return handle.isPresent();
        } catch (LockException e) {
            return false;
        }
    }

    private void passOn(LockHandle held) {
        assertThat(lost).isEmpty();
        assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
        try (LockHandle next = rival.lock(NAME).tryAcquire().orElseThrow()) {
            TOKENS.add(next.fencingToken());
        }
        assertThat(TOKENS).isSorted().doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("Z4 follower: a hold outlives the follower that its client hangs on")
    void a_hold_outlives_the_follower_that_its_client_hangs_on() {
        ZookeeperServer follower = follower();
        try (LockClient behind = open(follower.connectString())) {
            LockHandle held = heldBy(behind);
            follower.kill();
            await().atMost(SOON).until(() -> held.state() == HandleState.UNCERTAIN && isGrantedToRival("probe"));
            assertThat(rival.lock(NAME).tryAcquire()).isEmpty();
            follower.restart();
            untilRecovered(held);
            passOn(held);
        }
    }

    @Test
    @DisplayName(
            "Z4 majority: nothing is granted without a quorum, and nothing is lost if it is back within the session")
    void nothing_is_granted_without_a_quorum_and_nothing_is_lost() {
        LockHandle held = heldBy(client);
        ZookeeperServer follower = follower();
        ZookeeperServer leader = ensemble.leader();
        follower.kill();
        leader.kill();
        await().atMost(SOON).until(() -> held.state() == HandleState.UNCERTAIN);
        for (String name : List.of(NAME, "free")) {
            assertThatThrownBy(() -> rival.lock(name).acquire(AcquireOptions.waitAtMost(Duration.ofMillis(500))))
                    .isInstanceOfAny(LockUnavailableException.class, LockOutcomeUnknownException.class)
                    .isNotInstanceOf(LockTimeoutException.class)
                    .hasMessageContaining("zookeeper at " + ensemble.connectString());
        }
        follower.restart();
        untilRecovered(held);
        leader.restart();
        passOn(held);
    }

    private static ZookeeperServer follower() {
        ZookeeperServer leader = ensemble.leader();
        return ensemble.servers().stream()
                .filter(server -> server != leader)
                .findFirst()
                .orElseThrow();
    }
}
