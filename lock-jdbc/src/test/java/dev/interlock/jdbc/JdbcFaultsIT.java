// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.contended;
import static dev.interlock.jdbc.BackendBench.granted;
import static dev.interlock.jdbc.BackendBench.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.jdbc.tck.JdbcSteps;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Unknown;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.wire.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;

/** What becomes of a step when the network fails in the middle of it, or when there is no connection for it. */
@ParameterizedClass
@EachProduct
class JdbcFaultsIT extends OnEachDatabase {

    private static final Predicate<Message> ACQUIRE = JdbcSteps.LEASE.of(RequestKind.ACQUIRE);
    private static final Predicate<Message> INSERT = JdbcSteps.running("interlock lease-insert ");
    private static final Predicate<Message> LOOK =
            JdbcSteps.running("interlock lease-look ").or(JdbcSteps.running("interlock lease-ask "));
    private static final Predicate<Message> RELEASE = JdbcSteps.LEASE.of(RequestKind.RELEASE);

    private final List<Gate> gates = new ArrayList<>();
    private GateProxy proxy;
    private LockBackend backend;
    private Attempt attempt;

    @BeforeEach
    void connect() {
        proxy = bench.isPostgres()
                ? GateProxy.postgres(bench.server.host(), bench.server.port())
                : GateProxy.mysql(bench.server.host(), bench.server.port());
        backend = through("interlock.timeout=3s", "interlock.poolWait=5s");
        attempt = attempt(bench.name());
    }

    private LockBackend through(String timeout, String poolWait) {
        return bench.backendAt(
                bench.server.urlThrough(proxy.port()),
                timeout,
                poolWait,
                "interlock.poolSize=1",
                "interlock.poolReserve=1",
                "interlock.connectTimeout=4s");
    }

    /** For acquisitions that find no connection: they give up long before the one that keeps it does. */
    private void waitLessForConnections() {
        backend = through("interlock.timeout=10s", "interlock.poolWait=3s");
    }

    @AfterEach
    void disconnect() {
        gates.forEach(Gate::open);
        bench.closeBackends();
        proxy.close();
    }

    /** The name is used again from here on, so that acquiring is one statement. */
    private Attempt used() {
        granted(backend.tryAcquire(attempt));
        backend.release(attempt);
        return attempt(attempt.name());
    }

    private Gate gate(Gate gate) {
        gates.add(gate);
        return gate;
    }

    /** The pool waits for the first answer on a new connection for a quarter of the time limit, and then closes it. */
    @Test
    void a_server_that_hesitates_while_the_first_connection_is_set_up_does_not_fail_the_start() {
        Gate slow = proxy.onRequest(Message.named(bench.isPostgres() ? "Execute" : "COM_PING"))
                .delay(Duration.ZERO, Duration.ofMillis(1_200));
        granted(through("interlock.timeout=1s", "interlock.poolWait=1s").tryAcquire(attempt));
        assertThat(slow.timesMet()).isOne();
    }

    @Test
    void a_connection_that_takes_long_to_open_does_not_fail_the_start() {
        Gate slow = proxy.onRequest(Message.named(bench.isPostgres() ? "StartupMessage" : "HandshakeResponse"))
                // The first connection is that of the reserve, which the start waits for in any case.
                .skip(1)
                .delay(Duration.ZERO, Duration.ofMillis(1_500));
        granted(through("interlock.timeout=1s", "interlock.poolWait=1s").tryAcquire(attempt));
        assertThat(slow.timesMet()).isOne();
    }

    @Test
    void the_first_grant_of_a_name_that_got_no_reply_is_unknown_and_found_again() {
        proxy.onRequest(INSERT).dropReply(ConnectionEnding.CUT);
        assertThat(backend.tryAcquire(attempt)).isInstanceOf(Unknown.class);
        contended(backend.tryAcquire(attempt(attempt.name())));
        long token = backend.inspect(attempt.name()).orElseThrow().fencingToken();
        assertThat(granted(backend.tryAcquire(attempt)).token()).isEqualTo(token);
    }

    /** Rules ACQ-4 and REN-10 for each statement that takes or renews a lock, the last of several included. */
    @Test
    void a_lease_counts_from_before_the_statement_that_sets_it() throws Exception {
        requireCountedFromBefore(
                INSERT, () -> granted(backend.tryAcquire(attempt)).sentNanos());
        Grant grant = granted(backend.tryAcquire(attempt));
        requireCountedFromBefore(
                JdbcSteps.LEASE.of(RequestKind.RENEW), () -> renewed(grant).sentNanos());
        backend.release(attempt);
        Attempt next = attempt(attempt.name());
        requireCountedFromBefore(
                ACQUIRE, () -> granted(backend.tryAcquire(next)).sentNanos());
        backend.release(next);
        try (Contest waiting = backend.contest(attempt)) {
            Attempt before = attempt(attempt.name());
            granted(backend.tryAcquire(before));
            contended(waiting.attempt());
            backend.release(before);
            requireCountedFromBefore(ACQUIRE, () -> granted(waiting.attempt()).sentNanos());
        }
    }

    /** The server has executed the statement when its reply is held, so a later look comes too late. */
    private void requireCountedFromBefore(Predicate<Message> statement, Supplier<Long> step) throws Exception {
        Gate gate = gate(proxy.onRequest(statement).holdReply());
        CompletableFuture<Long> counted = CompletableFuture.supplyAsync(step);
        gate.awaitReached(BackendBench.LIMIT);
        long executed = StandaloneContext.now();
        gate.open();
        assertThat(counted.get() - executed).as("ns after the statement").isLessThanOrEqualTo(0);
    }

    private RenewOutcome.Renewed renewed(Grant grant) {
        RenewOutcome outcome = backend.renew(grant, BackendBench.LEASE);
        assertThat(outcome).isInstanceOf(RenewOutcome.Renewed.class);
        return (RenewOutcome.Renewed) outcome;
    }

    @Test
    void a_first_grant_that_never_arrived_leaves_nothing() {
        proxy.onRequest(INSERT).dropRequest(ConnectionEnding.RESET);
        assertThat(backend.tryAcquire(attempt)).isInstanceOf(Unknown.class);
        granted(backend.tryAcquire(attempt(attempt.name())));
    }

    /** The statement before it was answered: nothing of this attempt can be granted. */
    @Test
    void a_look_without_a_reply_refuses() {
        proxy.onRequest(LOOK).dropReply(ConnectionEnding.CUT);
        assertThat(refused(backend.tryAcquire(attempt)).retryable()).isTrue();
        granted(backend.tryAcquire(attempt));
    }

    /** Row N8: the late reply goes with its connection. */
    @Test
    void a_statement_that_takes_too_long_is_unknown_and_its_connection_is_not_used_again() throws Exception {
        Attempt next = used();
        Gate gate = gate(proxy.onRequest(ACQUIRE).holdReply());
        assertThat(backend.tryAcquire(next)).isInstanceOf(Unknown.class);
        gate.awaitReached(BackendBench.LIMIT);
        contended(backend.tryAcquire(attempt(next.name())));
        gate.open();
        assertThat(backend.inspect(attempt(bench.name()).name())).isEmpty();
        granted(backend.tryAcquire(next));
    }

    /** The drivers cancel a statement on a connection of their own, which hangs just the same. */
    @Test
    void a_server_that_does_not_answer_costs_no_more_than_the_limits() throws Exception {
        Attempt next = used();
        // On its way before the silence begins, in which the pool would give it no connection that
        // was idle for a while.
        Gate gate = gate(proxy.onRequest(ACQUIRE).holdRequest());
        long before = System.nanoTime();
        CompletableFuture<AcquireOutcome> acquiring = CompletableFuture.supplyAsync(() -> backend.tryAcquire(next));
        gate.awaitReached(BackendBench.LIMIT);
        proxy.blackhole();
        assertThat(acquiring.join()).isInstanceOf(Unknown.class);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(BackendBench.LIMIT);
    }

    /** Row N9. */
    @Test
    void half_a_reply_is_unknown() {
        Attempt next = used();
        proxy.onRequest(ACQUIRE).truncateReply(6, ConnectionEnding.RESET);
        assertThat(backend.tryAcquire(next)).isInstanceOf(Unknown.class);
        granted(backend.tryAcquire(next));
    }

    @Test
    void a_release_without_a_reply_is_unknown_and_its_repetition_spares_the_successor() {
        granted(backend.tryAcquire(attempt));
        proxy.onRequest(RELEASE).dropReply(ConnectionEnding.CUT);
        assertThat(backend.release(attempt)).isInstanceOf(ReleaseOutcome.Unknown.class);
        Grant successor = granted(backend.tryAcquire(attempt(attempt.name())));
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.NotOwner());
        assertThat(backend.renew(successor, BackendBench.LIMIT)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    /** Row Q8: waiters and hanging steps cannot take the connections of holders. */
    @Test
    void renewal_and_release_get_a_connection_when_acquisitions_have_taken_all_of_theirs() throws Exception {
        waitLessForConnections();
        Attempt stuck = used();
        Attempt held = attempt(bench.name());
        Grant grant = granted(backend.tryAcquire(held));
        Gate gate = gate(proxy.onRequest(ACQUIRE).holdReply());
        CompletableFuture<AcquireOutcome> slow = CompletableFuture.supplyAsync(() -> backend.tryAcquire(stuck));
        gate.awaitReached(BackendBench.LIMIT);
        AcquireOutcome.Refused refused = refused(backend.tryAcquire(attempt(bench.name())));
        assertThat(refused.retryable()).isTrue();
        assertThat(refused.cause())
                .hasMessageContaining("became free in time")
                .hasMessageContaining("interlock.poolSize");
        assertThat(backend.renew(grant, BackendBench.LIMIT)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(backend.release(held)).isEqualTo(new ReleaseOutcome.Released());
        gate.open();
        assertThat(slow.join()).isNotNull();
    }

    /** The reserve is for the worst case: with it alone, the releases of many threads would queue for it. */
    @Test
    void renewals_and_releases_use_what_acquisitions_leave_idle_besides_the_reserve() throws Exception {
        Attempt slow = used();
        granted(backend.tryAcquire(slow));
        Attempt held = attempt(bench.name());
        Grant grant = granted(backend.tryAcquire(held));
        Gate gate = gate(proxy.onRequest(RELEASE).holdReply());
        CompletableFuture<ReleaseOutcome> stuck = CompletableFuture.supplyAsync(() -> backend.release(slow));
        gate.awaitReached(BackendBench.LIMIT);
        assertThat(backend.renew(grant, BackendBench.LIMIT)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(backend.release(held)).isEqualTo(new ReleaseOutcome.Released());
        gate.open();
        assertThat(stuck.join()).isNotNull();
    }

    @Test
    void an_interrupt_while_waiting_for_a_connection_refuses_and_stays_set() throws Exception {
        Attempt stuck = used();
        Gate gate = gate(proxy.onRequest(ACQUIRE).holdReply());
        CompletableFuture<AcquireOutcome> slow = CompletableFuture.supplyAsync(() -> backend.tryAcquire(stuck));
        gate.awaitReached(BackendBench.LIMIT);
        Thread.currentThread().interrupt();
        refused(backend.tryAcquire(attempt(bench.name())));
        assertThat(Thread.interrupted()).isTrue();
        gate.open();
        assertThat(slow.join()).isNotNull();
    }

    @Test
    void a_server_that_cannot_be_reached_refuses_and_is_used_again_when_it_is_back() {
        waitLessForConnections();
        Attempt next = used();
        proxy.refuseConnections();
        proxy.cutAll();
        AcquireOutcome first = backend.tryAcquire(next);
        assertThat(first).isInstanceOfAny(Unknown.class, AcquireOutcome.Refused.class);
        assertThat(refused(backend.tryAcquire(next)).retryable()).isTrue();
        assertThat(refused(backend.tryAcquire(next)).cause()).hasMessageContaining("check that the server runs");
        proxy.heal();
        // The pool tries again after a pause, which grows with its failures and may be longer than its users wait.
        await().atMost(BackendBench.LEASE).until(() -> backend.tryAcquire(next) instanceof AcquireOutcome.Granted);
    }

    /** After a failover the same address leads to the new primary, but not on connections that are open. */
    @Test
    void a_server_that_became_read_only_refuses_and_its_connections_go() {
        Attempt next = used();
        String[] login = bench.user("citizen", "SELECT, INSERT, UPDATE");
        LockBackend citizen =
                bench.backendAt(bench.server.urlThrough(proxy.port()), login[0], login[1], "interlock.schema=validate");
        Grant held = granted(citizen.tryAcquire(next));
        long connections = proxy.connectionsOpened();
        bench.readOnly("on");
        try {
            assertThat(citizen.renew(held, BackendBench.LIMIT)).isInstanceOf(RenewOutcome.Unknown.class);
            AcquireOutcome.Refused refused = refused(citizen.tryAcquire(attempt(next.name())));
            assertThat(refused.retryable()).isTrue();
            assertThat(refused.cause()).hasMessageContaining("is read-only");
        } finally {
            bench.readOnly("off");
        }
        assertThat(citizen.renew(held, BackendBench.LIMIT)).isInstanceOf(RenewOutcome.Renewed.class);
        await().until(() -> proxy.connectionsOpened() > connections + 1);
    }
}
