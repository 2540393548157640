// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.memory.ManualClock;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.testbed.wire.Message;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Each packet that a recall costs, and which requests of others are recalls. Our clock stands still, so that nothing is
 * sent because time passed.
 */
class ZookeeperRecallStepsIT {

    private static final Duration LEASE = Duration.ofSeconds(20);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** For a loaded machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static ZookeeperServers servers;

    private final ManualClock clock = new ManualClock();
    private final StandaloneContext context = new StandaloneContext(clock);
    private GateProxy proxy;
    private ZookeeperLockBackend backend;
    private ZookeeperLockBackend other;
    private int seen;

    @BeforeAll
    static void startServer() {
        // An empty parent that is removed between two steps would cost packets.
        servers = ZookeeperServers.of(ZookeeperServer.start("-Dznode.container.checkIntervalMs=3600000"));
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
        seen = allSent().size();
    }

    private ZookeeperLockBackend started(String address) {
        ZookeeperLockBackend started = ZookeeperLockBackend.connecting(new ZookeeperLockOptions(
                ZookeeperLockOptions.Server.STANDARD.at(address),
                ZookeeperLockOptions.STANDARD.base(),
                ZookeeperLockOptions.Access.OPEN,
                PATIENCE,
                LIMIT));
        started.start(context);
        return started;
    }

    @AfterEach
    void disconnect() {
        backend.close();
        other.close();
        proxy.close();
    }

    private List<String> allSent() {
        return proxy.recentCommands().stream()
                .filter(command -> !command.equals("ping") && !command.equals("connect"))
                .toList();
    }

    /** What our client has sent since this was asked for last; the last of it may still be on its way. */
    private void sends(String... commands) {
        await().atMost(LIMIT).until(() -> allSent().size() >= seen + commands.length);
        assertThat(allSent().subList(seen, allSent().size())).containsExactly(commands);
        seen += commands.length;
    }

    private static Attempt attempt(String name) {
        return Attempt.of(new LockName(name), AttemptId.random(), LEASE, 1, null);
    }

    private static Attempt recallable(String name) {
        servers.operator().warm(name);
        return attempt(name).withRecall();
    }

    private static Grant granted(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(Granted.class);
        return ((Granted) outcome).grant();
    }

    /** A lock that can be recalled and that no client asks for yet; it belongs to the client without the proxy. */
    private Attempt heldByOther(String name) {
        Attempt attempt = recallable(name);
        granted(other.tryAcquire(attempt));
        return attempt;
    }

    private void isWanted(Attempt attempt) {
        await().atMost(LIMIT).until(() -> context.wanted().contains(attempt.id()));
    }

    private static void release(ZookeeperLockBackend holder, Attempt attempt) {
        assertThat(holder.release(attempt)).isInstanceOf(ReleaseOutcome.Released.class);
    }

    @Test
    void a_lock_that_can_be_recalled_costs_one_read_more_than_others() {
        Attempt waiter = recallable("read");
        try (Contest contest = backend.contest(waiter)) {
            granted(contest.attempt());
        }
        sends("multi", "getData");
        release(backend, waiter);
        sends("delete");
        Attempt single = recallable("read");
        granted(backend.tryAcquire(single));
        sends("multi", "getData");
        release(backend, single);
        sends("delete");
    }

    @Test
    void a_waiter_recalls_by_its_entry_and_sends_nothing_more() {
        Attempt holder = heldByOther("entry");
        try (Contest contest = backend.contest(attempt("entry"))) {
            assertThat(contest.attempt()).isInstanceOf(Contended.class);
            isWanted(holder);
            sends("multi", "getChildren", "getChildren");
        }
        release(other, holder);
    }

    @Test
    void a_try_recalls_by_a_write_behind_its_look() {
        Attempt holder = heldByOther("try");
        assertThat(backend.tryAcquire(attempt("try"))).isInstanceOf(Contended.class);
        isWanted(holder);
        sends("multi", "getChildren", "setData");
        release(other, holder);
    }

    @Test
    void a_set_recalls_all_its_locks_at_once() {
        Attempt first = heldByOther("set-1");
        Attempt second = heldByOther("set-2");
        assertThat(backend.bulk().orElseThrow().tryAcquireAll(List.of(attempt("set-1"), attempt("set-2"))))
                .isInstanceOf(AcquireAllOutcome.Contended.class);
        isWanted(first);
        isWanted(second);
        sends("multi", "getChildren", "getChildren", "setData", "setData");
        release(other, first);
        release(other, second);
    }

    @Test
    void one_that_waits_since_before_the_grant_recalls_by_its_entry_then() {
        Attempt first = attempt("before");
        servers.operator().warm("before");
        granted(other.tryAcquire(first));
        Attempt mine = recallable("before");
        try (Contest contest = backend.contest(mine);
                Contest behind = other.contest(attempt("before"))) {
            assertThat(contest.attempt()).isInstanceOf(Contended.class);
            assertThat(behind.attempt()).isInstanceOf(Contended.class);
            release(other, first);
            assertThat(contest.signal().toCompletableFuture()).succeedsWithin(LIMIT);
            granted(contest.attempt());
            isWanted(mine);
        }
        release(backend, mine);
    }

    @Test
    void a_lock_whose_watch_got_no_answer_is_not_to_be_retained() {
        Attempt mine = recallable("unanswered");
        proxy.onRequest(Message.named("getData")).dropReply(ConnectionEnding.CUT);
        granted(backend.tryAcquire(mine));
        isWanted(mine);
    }

    @Test
    void neither_its_own_renewal_nor_a_waiter_that_leaves_recalls_again() {
        Attempt holder = recallable("renewed");
        Grant grant = granted(other.tryAcquire(holder));
        assertThat(other.renew(grant, LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        Contest leaving = backend.contest(attempt("renewed"));
        assertThat(leaving.attempt()).isInstanceOf(Contended.class);
        isWanted(holder);
        leaving.close();
        assertThat(backend.tryAcquire(attempt("renewed"))).isInstanceOf(Contended.class);
        // Answered behind every event that came before.
        release(other, holder);
        assertThat(context.wanted()).containsExactly(holder.id());
    }

    /** So there is one for each name at most, and it ends with the lock's parent. */
    @Test
    void a_watch_that_is_left_behind_ends_with_the_next_acquisition() {
        Attempt first = recallable("left");
        granted(backend.tryAcquire(first));
        sends("multi", "getData");
        release(backend, first);
        Attempt second = recallable("left");
        try (Contest contest = backend.contest(second)) {
            granted(contest.attempt());
        }
        isWanted(first);
        release(backend, second);
        assertThat(context.wanted()).containsExactly(first.id());
    }

    @Test
    void what_others_ask_between_the_grant_and_the_watch_is_a_recall_too() throws Exception {
        Attempt mine = recallable("between");
        Gate gate = proxy.onRequest(Message.named("getData")).holdRequest();
        granted(backend.tryAcquire(mine));
        gate.awaitReached(LIMIT);
        assertThat(other.tryAcquire(attempt("between"))).isInstanceOf(Contended.class);
        // It came before the watch, so that no event tells of it.
        assertThat(context.wanted()).isEmpty();
        gate.open();
        isWanted(mine);
        release(backend, mine);
    }
}
