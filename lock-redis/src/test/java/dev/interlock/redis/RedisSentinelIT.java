// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.LockUnavailableException;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.tck.CapturedLogs;
import dev.interlock.testbed.server.RedisSentinelGroup;
import dev.interlock.testbed.wire.LoopbackPort;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real Sentinels make a replica the primary: planned, and because the primary is gone. */
class RedisSentinelIT {

    private static final Duration NEVER = Duration.ofMinutes(5);
    private static final AcquireOptions LONG =
            AcquireOptions.waitAtMost(Duration.ZERO).withLease(Duration.ofMinutes(2));

    private RedisSentinelGroup group;

    @AfterEach
    void stop() {
        if (group != null) {
            group.close();
        }
    }

    private LockClient connect() {
        // Only a signal is quick.
        return LockClient.connect(LockSettings.of(group.uri() + "?timeout=5s&pollFallback=1m"));
    }

    @Test
    @DisplayName("R3: holds, waiters and signals follow a switch without a restart, and what was replicated stays held")
    void everything_follows_a_planned_switch() throws Exception {
        group = RedisSentinelGroup.start(NEVER);
        try (LockClient holder = connect();
                LockClient waiter = connect()) {
            LockHandle held = holder.lock("order").tryAcquire(LONG).orElseThrow();
            CompletableFuture<LockHandle> waiting =
                    waiter.lock("order").acquireAsync(LONG.withMaxWait(Duration.ofMinutes(2)));
            group.replica().awaitInSync();
            group.failOver();
            await().atMost(Duration.ofMinutes(1)).until(() -> held.renew(LONG.lease()) == RenewResult.RENEWED);
            assertThat(group.replica().server().command("PTTL", BackendBench.key(new LockName("order"))))
                    .doesNotStartWith("-");
            assertThat(waiting).isNotDone();
            assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
            LockHandle next = waiting.get(50, TimeUnit.SECONDS);
            assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
            // What the former primary were still to grant, this one would not know.
            assertThat(group.replica().server().command("GET", BackendBench.tokenKey(new LockName("order"))))
                    .isEqualTo(Long.toString(next.fencingToken()));
            assertThat(next.release()).isEqualTo(ReleaseResult.RELEASED);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> group.primary().command("ROLE").startsWith("slave"));
        }
    }

    /** Three Sentinels on a busy machine may need several elections. */
    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    @DisplayName("R3: after the primary was killed, and the Sentinels have replaced it, locks are granted there")
    void a_killed_primary_is_replaced() throws Exception {
        group = RedisSentinelGroup.start(Duration.ofSeconds(3));
        try (LockClient client = connect()) {
            LockHandle before = client.lock("order").tryAcquire(LONG).orElseThrow();
            assertThat(before.release()).isEqualTo(ReleaseResult.RELEASED);
            group.replica().awaitInSync();
            group.primary().kill();
            group.awaitReplicaIsPrimary();
            try (LockHandle after = client.lock("order").acquire(LONG.withMaxWait(Duration.ofMinutes(1)))) {
                assertThat(after.state()).isEqualTo(HandleState.HELD);
                assertThat(after.fencingToken()).isGreaterThan(before.fencingToken());
            }
        }
    }

    @Test
    void the_login_at_the_sentinels_is_their_own_and_a_wrong_one_is_reported_without_the_password()
            throws InterruptedException {
        group = RedisSentinelGroup.start(NEVER);
        group.requireLogin("asker", "right");
        String uri = group.uri() + "?timeout=5s&sentinelUser=asker&sentinelPassword=";
        try (CapturedLogs logs = new CapturedLogs();
                LockClient client = LockClient.connect(uri + "right")) {
            try (LockHandle held = client.lock("order").tryAcquire(LONG).orElseThrow()) {
                assertThat(held.remaining()).isPositive();
            }
            assertThat(logs.warnings()).as("the driver's own").noneMatch(line -> line.contains("Jedis"));
        }
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> LockClient.connect(uri + "wrong"))
                .withMessageContaining("'locks' of the sentinels")
                .withMessageContaining("sentinelPassword, and that their ports are not for TLS")
                .withMessageNotContaining("wrong");
    }

    @Test
    void a_name_that_the_sentinels_do_not_know_is_reported() {
        group = RedisSentinelGroup.start(NEVER);
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> LockClient.connect("redis-sentinel://" + group.addresses() + "/nobody"))
                .withMessageContaining(
                        "'nobody' of the sentinels " + group.addresses().replace(",", ", "))
                .withMessageContaining("watch no primary of this name: see 'sentinel monitor'");
    }

    @Test
    void sentinels_that_do_not_answer_are_reported() {
        String address = LoopbackPort.loopback().getHostAddress() + ":" + LoopbackPort.free();
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> LockClient.connect("redis-sentinel://" + address + "/locks"))
                .withMessageContaining("none of them answers us: check that they run, that the uri names them");
    }
}
