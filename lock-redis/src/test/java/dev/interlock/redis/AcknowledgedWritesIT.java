// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import dev.interlock.Renewal;
import dev.interlock.redis.options.AcknowledgedWrites;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome.Renewed;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.RedisReplica;
import dev.interlock.testbed.server.RedisServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** Grants that replicas have to confirm: what that buys in a failover, and what it does not. */
class AcknowledgedWritesIT {

    private static final AcquireOptions ONE_TRY = AcquireOptions.waitAtMost(Duration.ZERO)
            .withLease(Duration.ofSeconds(60))
            .withRenewal(Renewal.NONE);
    private static final Pattern WAITS = Pattern.compile("cmdstat_wait:calls=(\\d+)");
    private static final String NAME = "order";

    /** Most tests wait this long without a confirmation; it is enough for a replica that is there, on a busy machine too. */
    private static final Duration HASTY = Duration.ofSeconds(2);

    private RedisServer primary;
    private RedisReplica replica;
    private GateProxy address;

    @BeforeEach
    void start() {
        primary = RedisServer.start();
        replica = RedisReplica.of(primary);
        address = GateProxy.redis(primary.host(), primary.port());
    }

    @AfterEach
    void stop() {
        address.close();
        replica.close();
        primary.close();
    }

    /** With a time for the replicas that none of those which answer needs, however busy the machine is. */
    private LockSettings settings() {
        return LockSettings.of(primary.uriThrough(address.port()))
                .withOption("timeout", "60s")
                .withOption("minReplicas", "1")
                .withOption("replicaTimeout", "30s");
    }

    private LockSettings hasty() {
        return settings().withOption("replicaTimeout", HASTY.toMillis() + "ms");
    }

    private boolean isKept(RedisServer server) {
        return server.command("EXISTS", BackendBench.key(new LockName(NAME))).equals("1");
    }

    private long waits() {
        Matcher calls = WAITS.matcher(primary.command("INFO", "commandstats"));
        return calls.find() ? Long.parseLong(calls.group(1)) : 0;
    }

    @Test
    void a_grant_is_on_the_replica_when_it_is_reported_and_outlives_its_promotion() throws InterruptedException {
        try (LockClient client = LockClient.connect(settings());
                LockClient other = LockClient.connect(settings().withOption("minReplicas", "0"))) {
            long before = waits();
            LockHandle held = client.lock(NAME).acquire(ONE_TRY);
            assertThat(waits() - before).as("one request more").isEqualTo(1);
            assertThat(isKept(replica.server())).isTrue();
            primary.kill();
            replica.promote();
            address.leadTo(replica.server().host(), replica.server().port());
            await().ignoreExceptions()
                    .untilAsserted(() ->
                            assertThat(other.lock(NAME).tryAcquire(ONE_TRY)).isEmpty());
            assertThat(held.remaining()).isPositive();
        }
    }

    @Test
    @DisplayName("R2: where too few replicas confirm it, a grant is given back and refused")
    void a_grant_that_no_replica_confirms_is_released() {
        try (LockClient client = LockClient.connect(hasty())) {
            replica.cutOff();
            assertThatThrownBy(() -> client.lock(NAME).acquire(ONE_TRY))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("'" + NAME + "' not acquired: redis at")
                    .hasMessageContaining("did it, but only 0 of at least 1 replicas confirmed it within 2000 ms")
                    .hasMessageContaining("ask for fewer by minReplicas");
            assertThat(isKept(primary)).isFalse();
        }
    }

    @Test
    void a_grant_of_a_shared_lock_is_confirmed_as_well() throws InterruptedException {
        try (LockClient client = LockClient.connect(settings())) {
            long before = waits();
            LockHandle held = client.readWrite(NAME).read().acquire(ONE_TRY);
            assertThat(waits() - before).as("one request more").isEqualTo(1);
            assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
        }
    }

    @Test
    void a_waiter_is_granted_the_lock_once_replicas_are_back() throws Exception {
        try (LockClient client = LockClient.connect(hasty())) {
            replica.cutOff();
            long before = waits();
            CompletableFuture<LockHandle> waiting =
                    client.lock(NAME).acquireAsync(ONE_TRY.withMaxWait(Duration.ofMinutes(5)));
            await().until(() -> waits() > before + 1);
            assertThat(waiting).isNotDone();
            replica.followAgain();
            try (LockHandle held = waiting.get(5, TimeUnit.MINUTES)) {
                assertThat(isKept(replica.server())).isTrue();
                assertThat(held.remaining()).isPositive();
            }
        }
    }

    @Test
    void a_renewal_that_no_replica_confirms_proves_nothing() throws InterruptedException {
        try (LockClient client = LockClient.connect(hasty())) {
            LockHandle held = client.lock(NAME).acquire(ONE_TRY);
            replica.cutOff();
            Duration proven = held.remaining();
            assertThat(held.renew(Duration.ofMinutes(5))).isEqualTo(RenewResult.UNKNOWN);
            assertThat(held.remaining()).isLessThan(proven);
            replica.followAgain();
            replica.awaitInSync();
            assertThat(held.renew(Duration.ofMinutes(5))).isEqualTo(RenewResult.RENEWED);
            assertThat(held.remaining()).isGreaterThan(proven);
        }
    }

    /** The server counts from where its log is after the step, for writes of any client. */
    @Test
    void a_write_of_another_connection_is_confirmed_as_well() {
        try (BackendBench bench = new BackendBench(primary)) {
            Attempt attempt = BackendBench.attempt(new LockName(NAME));
            LockBackend first = bench.backend();
            LockBackend second =
                    bench.backend("timeout=60s", "minReplicas=1", "replicaTimeout=" + HASTY.toMillis() + "ms");
            // Still connected, and with what was written so far.
            replica.server().freeze();
            Granted granted = (Granted) first.tryAcquire(attempt);
            assertThat(first.renew(granted.grant(), Duration.ofMinutes(5))).isInstanceOf(Renewed.class);
            assertThat(second.renew(granted.grant(), attempt.lease())).isNotInstanceOf(Renewed.class);
            assertThat(second.tryAcquire(attempt)).isInstanceOf(Refused.class);
            replica.server().thaw();
        }
    }

    @Test
    void a_grant_is_lost_all_the_same_if_another_replica_takes_over() throws InterruptedException {
        try (RedisReplica behind = RedisReplica.of(primary);
                LockClient client = LockClient.connect(settings());
                LockClient other = LockClient.connect(settings().withOption("minReplicas", "0"))) {
            behind.cutOff();
            LockHandle held = client.lock(NAME).acquire(ONE_TRY);
            assertThat(isKept(replica.server())).isTrue();
            primary.kill();
            behind.promote();
            address.leadTo(behind.server().host(), behind.server().port());
            LockHandle[] second = new LockHandle[1];
            await().ignoreExceptions().until(() -> {
                Optional<LockHandle> granted = other.lock(NAME).tryAcquire(ONE_TRY);
                granted.ifPresent(handle -> second[0] = handle);
                return granted.isPresent();
            });
            assertThat(second[0].fencingToken()).isGreaterThan(held.fencingToken());
            // Only once its connections lead to the new primary, which has the other's lock.
            await().until(() -> held.state() == HandleState.LOST);
            assertThat(second[0].state()).isEqualTo(HandleState.HELD);
        }
    }

    @Test
    void replicas_that_do_not_exist_are_reported_at_the_start() {
        assertThatThrownBy(() -> LockClient.connect(hasty().withOption("minReplicas", "2")))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("did it, but only 1 of at least 2 replicas confirmed it within 2000 ms");
    }

    @Test
    void a_user_without_the_right_to_ask_is_refused_at_the_start() {
        primary.command("ACL", "SETUSER", "default", "-wait");
        assertThatThrownBy(() -> LockClient.connect(hasty()))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("WAIT was refused (NOPERM")
                .hasMessageContaining("needs +wait");
    }

    @Test
    void a_client_of_the_application_cannot_promise_it() {
        try (RedisClient client = RedisClient.create(primary.host(), primary.port())) {
            RedisLockOptions options =
                    RedisLockOptions.STANDARD.withAcknowledged(new AcknowledgedWrites(1, Duration.ofSeconds(1)));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RedisLockBackend.using(client, options))
                    .withMessageContaining("minReplicas must be 0 with a client of your own");
        }
    }
}
