// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.contended;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.key;
import static dev.interlock.redis.BackendBench.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Unknown;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.wire.Message;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.PooledConnectionProvider;

/** What becomes of a step when the network fails in the middle of it. */
class RedisFaultsIT {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Predicate<Message> SCRIPT = Message.named("EVALSHA");

    private BackendBench fixture;
    private GateProxy proxy;
    private LockBackend backend;
    private LockName name;

    @BeforeEach
    void start() {
        fixture = new BackendBench();
        proxy = GateProxy.redis(fixture.server.host(), fixture.server.port());
        // Whatever it waits for is opened, or cut.
        backend = throughProxy("timeout=30s");
        name = fixture.name();
    }

    @AfterEach
    void stop() {
        fixture.close();
        proxy.close();
    }

    private LockBackend throughProxy(String timeout) {
        return fixture.backendAt(fixture.server.uriThrough(proxy.port()), timeout, "poolSize=1", "poolWait=500ms");
    }

    @Test
    void an_acquisition_that_never_arrived_is_unknown_and_leaves_nothing() {
        proxy.onRequest(SCRIPT).dropRequest(ConnectionEnding.CUT);
        assertThat(backend.tryAcquire(attempt(name))).isInstanceOf(Unknown.class);
        assertThat(fixture.server.command("EXISTS", key(name))).isEqualTo("0");
    }

    @Test
    void an_acquisition_without_a_reply_is_unknown_and_found_again_by_the_same_attempt() {
        Attempt attempt = attempt(name);
        proxy.onRequest(SCRIPT).dropReply(ConnectionEnding.CUT);
        assertThat(backend.tryAcquire(attempt)).isInstanceOf(Unknown.class);
        String value = fixture.server.command("GET", key(name));
        Grant grant = granted(backend.tryAcquire(attempt));
        assertThat(value).isEqualTo("1 " + attempt.id().text() + " " + grant.token() + " 1 -");
        contended(backend.tryAcquire(attempt(name)));
    }

    /** Row N9. */
    @Test
    void half_a_reply_is_unknown() {
        Attempt attempt = attempt(name);
        proxy.onRequest(SCRIPT).truncateReply(6, ConnectionEnding.RESET);
        assertThat(backend.tryAcquire(attempt)).isInstanceOf(Unknown.class);
        granted(backend.tryAcquire(attempt));
    }

    @Test
    void a_reply_in_two_pieces_is_a_reply() {
        Gate gate = proxy.onRequest(SCRIPT).splitReply(6);
        CompletableFuture<AcquireOutcome> outcome =
                CompletableFuture.supplyAsync(() -> backend.tryAcquire(attempt(name)));
        gate.open();
        granted(outcome.join());
    }

    @Test
    void a_lease_counts_from_before_the_request_and_not_from_the_reply() throws InterruptedException {
        Gate gate = proxy.onRequest(SCRIPT).holdReply();
        CompletableFuture<AcquireOutcome> outcome =
                CompletableFuture.supplyAsync(() -> backend.tryAcquire(attempt(name)));
        gate.awaitReached(LIMIT);
        long replied = StandaloneContext.now();
        gate.open();
        assertThat(granted(outcome.join()).sentNanos()).isLessThan(replied);
    }

    @Test
    void a_renewal_without_a_reply_is_unknown_and_can_be_repeated() {
        Grant grant = granted(backend.tryAcquire(attempt(name)));
        proxy.onRequest(SCRIPT).dropReply(ConnectionEnding.CUT);
        assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Unknown.class);
        assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    @Test
    void a_release_without_a_reply_is_unknown_and_its_repetition_spares_the_successor() {
        Attempt attempt = attempt(name);
        granted(backend.tryAcquire(attempt));
        proxy.onRequest(SCRIPT).dropReply(ConnectionEnding.CUT);
        assertThat(backend.release(attempt)).isInstanceOf(ReleaseOutcome.Unknown.class);
        Attempt successor = attempt(name);
        granted(backend.tryAcquire(successor));
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.NotOwner());
        assertThat(fixture.server.command("GET", key(name)))
                .contains(successor.id().text());
    }

    @Test
    void a_script_whose_text_is_lost_on_the_way_is_unknown() {
        assertThat(fixture.server.command("SCRIPT", "FLUSH")).isEqualTo("OK");
        proxy.onRequest(Message.named("EVAL")).dropReply(ConnectionEnding.CUT);
        Attempt attempt = attempt(name);
        assertThat(backend.tryAcquire(attempt)).isInstanceOf(Unknown.class);
        granted(backend.tryAcquire(attempt));
    }

    @Test
    void an_error_reply_after_the_script_was_unknown_refuses() {
        assertThat(fixture.server.command("SCRIPT", "FLUSH")).isEqualTo("OK");
        assertThat(fixture.server.command("CONFIG", "SET", "maxmemory", "1")).isEqualTo("OK");
        assertThat(refused(backend.tryAcquire(attempt(name))).cause()).hasMessageContaining("is out of memory");
    }

    @Test
    void a_demoted_primarys_idle_connections_are_dropped_so_that_a_new_address_is_followed() {
        granted(backend.tryAcquire(attempt(fixture.name())));
        assertThat(fixture.server.command("REPLICAOF", "127.0.0.1", "1")).isEqualTo("OK");
        long connections = proxy.connectionsOpened();
        refused(backend.tryAcquire(attempt(name)));
        assertThat(fixture.server.command("REPLICAOF", "NO", "ONE")).isEqualTo("OK");
        granted(backend.tryAcquire(attempt(name)));
        assertThat(proxy.connectionsOpened()).isEqualTo(connections + 1);
    }

    /** As after a failover: the new primary has the lock, does not know the script, and has no replica yet. */
    @Test
    void a_script_unknown_to_the_server_that_is_asked_again_says_nothing_about_the_first_sending() throws Exception {
        HostAndPort address = new HostAndPort(fixture.server.host(), proxy.port());
        JedisClientConfig patient =
                DefaultJedisClientConfig.builder().socketTimeoutMillis(30_000).build();
        try (UnifiedJedis resending = ApplicationClient.resending(new PooledConnectionProvider(address, patient), 3)) {
            LockBackend shared = fixture.started(RedisLockBackend.using(resending, RedisLockOptions.STANDARD));
            Attempt attempt = attempt(name);
            Gate gate = proxy.onRequest(SCRIPT).holdReply();
            CompletableFuture<AcquireOutcome> outcome = CompletableFuture.supplyAsync(() -> shared.tryAcquire(attempt));
            gate.awaitReached(LIMIT);
            assertThat(fixture.server.command("SCRIPT", "FLUSH")).isEqualTo("OK");
            assertThat(fixture.server.command("CONFIG", "SET", "min-replicas-to-write", "1"))
                    .isEqualTo("OK");
            proxy.cutAll();
            assertThat(outcome.join()).isInstanceOf(Unknown.class);
            assertThat(fixture.server.command("GET", key(name)))
                    .contains(attempt.id().text());
            shared.close();
        }
    }

    @Test
    void a_release_that_a_driver_sent_again_is_unknown_and_never_not_owner() {
        HostAndPort address = new HostAndPort(proxy.host(), proxy.port());
        JedisClientConfig patient =
                DefaultJedisClientConfig.builder().socketTimeoutMillis(10_000).build();
        try (UnifiedJedis resending = ApplicationClient.resending(new PooledConnectionProvider(address, patient), 3)) {
            LockBackend shared = fixture.started(RedisLockBackend.using(resending, RedisLockOptions.STANDARD));
            Attempt attempt = attempt(name);
            granted(shared.tryAcquire(attempt));
            proxy.onRequest(SCRIPT).dropReply(ConnectionEnding.CUT);
            assertThat(shared.release(attempt)).isInstanceOf(ReleaseOutcome.Unknown.class);
            assertThat(shared.release(attempt)).isEqualTo(new ReleaseOutcome.NotOwner());
            shared.close();
        }
    }

    /** Row N8, and issues 359 and 909 of Jedis: the connection must go with the reply that came too late. */
    @Test
    void a_late_reply_is_never_read_as_the_reply_to_the_next_command() throws InterruptedException {
        LockBackend hasty = throughProxy("timeout=3s");
        Grant held = granted(hasty.tryAcquire(attempt(name)));
        long connections = proxy.connectionsOpened();
        Gate gate = proxy.onRequest(SCRIPT).holdReply();
        assertThat(hasty.release(attempt(name))).isInstanceOf(ReleaseOutcome.Unknown.class);
        gate.awaitReached(LIMIT);
        gate.open();
        // If the "0" of that release were read here, a held lock would be reported lost.
        assertThat(hasty.renew(held, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(hasty.release(held.attempt())).isEqualTo(new ReleaseOutcome.Released());
        assertThat(hasty.inspect(name)).isEmpty();
        assertThat(proxy.connectionsOpened()).isEqualTo(connections + 1);
    }

    @Test
    void a_pool_without_a_free_connection_refuses() throws InterruptedException {
        Gate gate = proxy.onRequest(SCRIPT).holdReply();
        CompletableFuture<AcquireOutcome> slow = CompletableFuture.supplyAsync(() -> backend.tryAcquire(attempt(name)));
        gate.awaitReached(LIMIT);
        AcquireOutcome.Refused refused = refused(backend.tryAcquire(attempt(fixture.name())));
        assertThat(refused.retryable()).isTrue();
        assertThat(refused.cause()).hasMessageContaining("became free in time").hasMessageContaining("poolSize");
        gate.open();
        granted(slow.join());
    }

    /** The step may serve several callers of the client. */
    @Test
    void an_interrupt_while_waiting_for_a_connection_does_not_end_the_wait_and_stays_set() throws InterruptedException {
        Gate gate = proxy.onRequest(SCRIPT).holdReply();
        CompletableFuture<AcquireOutcome> slow = CompletableFuture.supplyAsync(() -> backend.tryAcquire(attempt(name)));
        gate.awaitReached(LIMIT);
        Thread.currentThread().interrupt();
        AcquireOutcome.Refused refused = refused(backend.tryAcquire(attempt(fixture.name())));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(refused.cause()).hasMessageContaining("became free in time");
        gate.open();
        granted(slow.join());
    }

    @Test
    void an_interrupt_does_not_end_the_wait_for_a_connection_of_the_application_either() {
        // One connection is for the subscription, which rests for a minute after the start.
        PooledConnectionProvider provider = ApplicationClient.provider(fixture.server, 2);
        try (UnifiedJedis client = ApplicationClient.of(provider)) {
            LockBackend shared = fixture.started(RedisLockBackend.using(client, RedisLockOptions.STANDARD));
            Connection taken = provider.getConnection();
            CompletableFuture<Void> free = CompletableFuture.runAsync(() -> {
                await().until(() -> provider.getPool().getNumWaiters() > 0);
                taken.close();
            });
            Thread.currentThread().interrupt();
            AcquireOutcome outcome = shared.tryAcquire(attempt(name));
            assertThat(Thread.interrupted()).isTrue();
            granted(outcome);
            free.join();
            shared.close();
        }
    }

    @Test
    void a_refused_connection_refuses() {
        proxy.refuseConnections();
        proxy.cutAll();
        // Unknown, unless the connection has rested for a second.
        assertThat(backend.tryAcquire(attempt(name))).isInstanceOfAny(Unknown.class, AcquireOutcome.Refused.class);
        assertThat(refused(backend.tryAcquire(attempt(name))).retryable()).isTrue();
        proxy.heal();
        granted(backend.tryAcquire(attempt(name)));
    }
}
