// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.etcd.tck.EtcdSteps;
import dev.interlock.etcd.tck.GrpcFraming;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.EtcdServer;
import dev.interlock.testbed.wire.Message;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The queue of a lock at a real server. No waiter looks because time passed: an event must wake it. */
class EtcdQueueIT {

    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static EtcdServer server;

    private GateProxy proxy;
    private LockBackend backend;
    private LockBackend other;

    @BeforeAll
    static void startServer() {
        server = EtcdServer.start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void connect() {
        proxy = new GateProxy(server.host(), server.port(), GrpcFraming::new);
        backend = started("127.0.0.1:" + proxy.port());
        other = started(server.endpoint());
    }

    private static LockBackend started(String address) {
        LockBackend backend = new EtcdLockBackendProvider()
                .open(LockSettings.of("etcd://" + address + "?timeout=20s&connectTimeout=30s&pollFallback=1m"));
        backend.start(new StandaloneContext());
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

    private Attempt heldByOther(String name) {
        Attempt attempt = attempt(name);
        assertThat(other.tryAcquire(attempt)).isInstanceOf(Granted.class);
        return attempt;
    }

    private void release(Attempt holder) {
        assertThat(other.release(holder)).isInstanceOf(ReleaseOutcome.Released.class);
    }

    private static void assertContended(Contest contest) {
        assertThat(contest.attempt()).isInstanceOf(Contended.class);
    }

    private static void assertWoken(Contest contest) {
        assertThat(contest.signal().toCompletableFuture()).succeedsWithin(LIMIT);
    }

    @Test
    void each_waiter_is_woken_by_the_end_of_the_one_before_it() {
        heldByOther("order");
        Contest first = backend.contest(attempt("order"));
        Contest second = backend.contest(attempt("order"));
        Contest third = backend.contest(attempt("order"));
        assertContended(first);
        assertContended(second);
        assertContended(third);
        second.close();
        assertWoken(third);
        assertContended(third);
        first.close();
        assertWoken(third);
        third.close();
    }

    @Test
    void a_try_does_not_overtake_a_waiter() {
        Attempt holder = heldByOther("overtaken");
        try (Contest waiter = backend.contest(attempt("overtaken"))) {
            assertContended(waiter);
            release(holder);
            assertThat(other.tryAcquire(attempt("overtaken"))).isInstanceOf(Contended.class);
            assertThat(waiter.attempt()).isInstanceOf(Granted.class);
        }
    }

    @Test
    void a_waiter_whose_place_ends_while_it_takes_the_lock_queues_again() throws Exception {
        Attempt holder = heldByOther("displaced");
        Attempt mine = attempt("displaced");
        try (Contest contest = backend.contest(mine);
                Contest behind = other.contest(attempt("displaced"))) {
            assertContended(contest);
            assertContended(behind);
            release(holder);
            assertWoken(contest);
            Gate taking = proxy.onRequest(EtcdSteps.of(RequestKind.ACQUIRE)).holdRequest();
            CompletableFuture<AcquireOutcome> outcome = CompletableFuture.supplyAsync(contest::attempt);
            taking.awaitReached(LIMIT);
            server.delete("interlock/displaced/queue/" + mine.id().text());
            taking.open();
            assertThat(outcome).succeedsWithin(LIMIT).isInstanceOf(Contended.class);
            assertWoken(behind);
            assertThat(behind.attempt()).isInstanceOf(Granted.class);
        }
    }

    @Test
    void a_waiter_whose_entry_got_no_answer_enters_again() {
        heldByOther("unanswered");
        proxy.onRequest(EtcdQueueIT::isEntry).dropReply(ConnectionEnding.CUT);
        try (Contest contest = backend.contest(attempt("unanswered"))) {
            assertThat(contest.attempt()).isInstanceOf(Refused.class);
            assertContended(contest);
        }
    }

    /** The only transaction that is about a place in the queue and not about the holder. */
    private static boolean isEntry(Message message) {
        return message.name().equals("Txn")
                && message.arguments().get(1).contains("/queue/")
                && !message.arguments().get(1).contains("/holder");
    }
}
