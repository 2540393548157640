// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockUnavailableException;
import dev.interlock.ReleaseResult;
import dev.interlock.tck.server.ZookeeperEnsemble;
import dev.interlock.tck.server.ZookeeperServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An ensemble that loses its leader, and then its quorum. */
class ZookeeperQuorumIT {

    private static final Duration SOON = Duration.ofSeconds(20);

    @Test
    void a_hold_outlives_the_leader_and_nothing_is_granted_without_a_quorum() throws Exception {
        try (ZookeeperEnsemble ensemble = ZookeeperEnsemble.start();
                LockClient client = LockClient.connect(
                        "zookeeper://" + ensemble.connectString() + "?connectTimeout=2s&timeout=2s")) {
            LockHandle held = client.lock("kept").tryAcquire().orElseThrow();
            ZookeeperServer leader = ensemble.leader();
            leader.kill();
            await().atMost(SOON).until(() -> held.state() == HandleState.HELD && granted(client));
            assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
            ensemble.leader().kill();
            assertThatThrownBy(() -> client.lock("other").acquire(AcquireOptions.waitAtMost(Duration.ofMillis(500))))
                    .isInstanceOfAny(LockUnavailableException.class, LockOutcomeUnknownException.class)
                    .hasMessageContaining("zookeeper at " + ensemble.connectString());
        }
    }

    /** The election takes a moment, in which acquisitions fail, but never as if somebody else had the lock. */
    private static boolean granted(LockClient client) throws InterruptedException {
        try {
            try (LockHandle handle = client.lock("probe").tryAcquire().orElseThrow()) {
                return handle.fencingToken() > 0;
            }
        } catch (LockException e) {
            return false;
        }
    }
}
