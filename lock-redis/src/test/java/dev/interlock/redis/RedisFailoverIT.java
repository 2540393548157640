// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.RedisReplica;
import dev.interlock.testbed.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A replica becomes the primary, with the last writes: without them is rule FAULT-2. The clients' address
 * leads to it from then on.
 */
class RedisFailoverIT {

    private static final AcquireOptions HALF_MINUTE = AcquireOptions.waitAtMost(Duration.ZERO)
            .withLease(Duration.ofSeconds(30))
            .withRenewal(Renewal.NONE);
    private static final String NAME = "order";

    private final List<LockEvent> received = new CopyOnWriteArrayList<>();
    private RedisServer primary;
    private RedisReplica replica;
    private GateProxy address;
    private LockClient first;

    @BeforeEach
    void start() {
        primary = RedisServer.start();
        replica = RedisReplica.of(primary);
        address = GateProxy.redis(primary.host(), primary.port());
        first = connect();
        first.addListener(received::add);
    }

    @AfterEach
    void stop() {
        first.close();
        address.close();
        replica.close();
        primary.close();
    }

    private LockClient connect() {
        return LockClient.connect(
                LockSettings.of(primary.uriThrough(address.port())).withOption("timeout", "10s"));
    }

    private void leadToReplica() {
        address.leadTo(replica.server().host(), replica.server().port());
    }

    @Test
    @DisplayName(
            "R3: a demoted primary refuses the renewal, the holder is notified, and the next one goes to the new primary")
    void a_renewal_that_a_demoted_primary_refuses_is_reported_and_the_new_primary_is_found()
            throws InterruptedException {
        LockHandle held = first.lock(NAME).tryAcquire(HALF_MINUTE).orElseThrow();
        replica.awaitInSync();
        replica.promote();
        replica.demotePrimary();
        Duration proven = held.remaining();
        assertThat(held.renew(HALF_MINUTE.lease())).isEqualTo(RenewResult.UNKNOWN);
        assertThat(held.remaining()).as("nothing was proven").isLessThan(proven);
        await().untilAsserted(() -> assertThat(received)
                .filteredOn(LockEvent.RenewalFailed.class::isInstance)
                .singleElement()
                .asString()
                .contains("READONLY"));
        leadToReplica();
        long connections = address.connectionsOpened();
        assertThat(held.renew(HALF_MINUTE.lease())).isEqualTo(RenewResult.RENEWED);
        assertThat(address.connectionsOpened()).isEqualTo(connections + 1);
        assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(replica.server().command("EXISTS", BackendBench.key(new LockName(NAME))))
                .isEqualTo("0");
    }
}
