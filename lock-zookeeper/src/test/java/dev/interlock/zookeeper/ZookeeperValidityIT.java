// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.testbed.wire.Message;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A hold is believed in from before the request that proved its session to the quorum, whenever the reply comes: the
 * session may end at the servers, and its nodes with it, as long after that request as a session lasts (rules ACQ-4 and
 * REN-10).
 */
class ZookeeperValidityIT {

    private static final Duration LEASE = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static ZookeeperServers servers;

    private GateProxy proxy;
    private ZookeeperLockBackend backend;
    private ZookeeperLockBackend other;

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
    }

    private static ZookeeperLockBackend started(String address) {
        ZookeeperLockBackend backend = ZookeeperLockBackend.connecting(
                ZookeeperLockOptions.STANDARD.withServer(ZookeeperLockOptions.Server.STANDARD.at(address)));
        backend.start(new StandaloneContext());
        return backend;
    }

    @AfterEach
    void disconnect() {
        proxy.heal();
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

    @Test
    void a_waiters_grant_counts_from_before_its_node_was_made() throws Exception {
        Attempt before = attempt("waited");
        granted(other.tryAcquire(before));
        try (Contest contest = backend.contest(attempt("waited"))) {
            requireCountedFromBefore("multi", () -> {
                assertThat(contest.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
                return grantedAfter(before, contest).sentNanos();
            });
        }
    }

    @Test
    void the_grant_of_a_waiter_that_queued_for_long_counts_from_before_a_transaction_that_it_was_woken_for()
            throws Exception {
        Attempt before = attempt("waited-long");
        granted(other.tryAcquire(before));
        try (Contest contest = backend.contest(attempt("waited-long"))) {
            long queued = StandaloneContext.now();
            assertThat(contest.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
            long tooLong = LEASE.dividedBy(20).toNanos();
            await().atMost(LIMIT).until(() -> StandaloneContext.now() - queued > 2 * tooLong);
            long woken = StandaloneContext.now();
            AtomicReference<Grant> granted = new AtomicReference<>();
            requireCountedFromBefore("multi", () -> {
                granted.set(grantedAfter(before, contest));
                return granted.get().sentNanos();
            });
            assertThat(granted.get().sentNanos() - woken).isGreaterThan(0);
        }
    }

    /** The end of its predecessor's node says that the lock is free only where that was the first. */
    @Test
    void a_waiter_whose_predecessor_gave_up_waits_for_the_holder() {
        Attempt holder = attempt("left");
        granted(other.tryAcquire(holder));
        try (Contest second = backend.contest(attempt("left"))) {
            try (Contest first = other.contest(attempt("left"))) {
                assertThat(first.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
                assertThat(second.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
            }
            assertThat(second.signal().toCompletableFuture()).succeedsWithin(LIMIT);
            assertThat(second.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
            assertThat(grantedAfter(holder, second).token()).isPositive();
        }
    }

    private Grant grantedAfter(Attempt before, Contest contest) {
        other.release(before);
        assertThat(contest.signal().toCompletableFuture()).succeedsWithin(LIMIT);
        return granted(contest.attempt());
    }

    @Test
    void the_grant_of_a_waiter_without_predecessor_counts_from_before_its_node_was_made() throws Exception {
        servers.operator().warm("alone");
        try (Contest contest = backend.contest(attempt("alone"))) {
            requireCountedFromBefore("multi", () -> granted(contest.attempt()).sentNanos());
        }
    }

    @Test
    void a_try_counts_from_before_its_last_transaction() throws Exception {
        servers.operator().warm("tried");
        Attempt attempt = attempt("tried");
        requireCountedFromBefore(
                "multi", () -> granted(backend.tryAcquire(attempt)).sentNanos());
        // Sent again, it finds its own node and proves its session by a write to that.
        requireCountedFromBefore(
                "setData", () -> granted(backend.tryAcquire(attempt)).sentNanos());
    }

    /** Otherwise the former lease ends, and its node goes, while the answer that shows the node is on its way. */
    @Test
    void an_attempt_that_comes_again_keeps_its_hold_until_it_is_answered() {
        AtomicInteger trials = new AtomicInteger();
        await().atMost(LIMIT.multipliedBy(2)).until(() -> isKept("again-" + trials.incrementAndGet()));
    }

    /** False if this machine was too slow: then the second lease is over, too, or the request had no answer in time. */
    private boolean isKept(String name) throws Exception {
        Attempt attempt = Attempt.of(new LockName(name), AttemptId.random(), SHORT, 1, null);
        long end = endOf(granted(backend.tryAcquire(attempt)));
        long quarter = SHORT.toNanos() / 4;
        await().atMost(LIMIT).until(() -> end - StandaloneContext.now() < quarter);
        Gate gate = proxy.onRequest(Message.named("setData")).holdReply();
        CompletableFuture<AcquireOutcome> again = CompletableFuture.supplyAsync(() -> backend.tryAcquire(attempt));
        await().atMost(LIMIT).until(() -> gate.isReached() || again.isDone());
        await().atMost(LIMIT).until(() -> StandaloneContext.now() - end > quarter);
        gate.open();
        if (!(again.get() instanceof Granted granted)) {
            return false;
        }
        AcquireOutcome others = other.tryAcquire(attempt(name));
        long left = endOf(granted.grant()) - StandaloneContext.now();
        assertThat(others instanceof Granted && left > 0)
                .as("another is granted the lock %d ns before the end of a lease", left)
                .isFalse();
        return left > 0;
    }

    private static long endOf(Grant grant) {
        return grant.sentNanos() + grant.lease().toNanos();
    }

    @Test
    void a_renewal_counts_from_before_its_write() throws Exception {
        Attempt attempt = attempt("renewed");
        Grant grant = granted(backend.tryAcquire(attempt));
        requireCountedFromBefore("setData", () -> {
            RenewOutcome outcome = backend.renew(grant, LEASE);
            assertThat(outcome).isInstanceOf(RenewOutcome.Renewed.class);
            return ((RenewOutcome.Renewed) outcome).sentNanos();
        });
    }

    @Test
    void a_hold_lasts_no_longer_than_its_session() {
        Duration session = backend.capabilities().maxLease();
        Duration longer = session.plusSeconds(1);
        Attempt attempt = Attempt.of(new LockName("long"), AttemptId.random(), longer, 1, null);
        Grant grant = granted(backend.tryAcquire(attempt));
        assertThat(grant.lease()).isEqualTo(session);
        assertThat(backend.renew(grant, longer))
                .isInstanceOfSatisfying(
                        RenewOutcome.Renewed.class,
                        renewed -> assertThat(renewed.lease()).isEqualTo(session));
    }

    /** The servers have executed the request when its reply is held, so a later look comes too late. */
    private void requireCountedFromBefore(String request, Supplier<Long> step) throws Exception {
        Gate gate = proxy.onRequest(Message.named(request)).holdReply();
        CompletableFuture<Long> counted = CompletableFuture.supplyAsync(step);
        gate.awaitReached(LIMIT);
        long executed = StandaloneContext.now();
        gate.open();
        assertThat(counted.get() - executed).as("ns after the request").isLessThanOrEqualTo(0);
    }
}
