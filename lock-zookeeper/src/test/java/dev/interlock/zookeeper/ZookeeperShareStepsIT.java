// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.memory.ManualClock;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.AcquireOutcome.Unknown;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.testbed.wire.Message;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.session.ZookeeperAccess;
import dev.interlock.zookeeper.tck.ZookeeperOperator;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The steps of locks that several may hold: each packet that is sent, as docs/backends/zookeeper.md counts them, the
 * order, lost replies, and what comes between two requests of one step.
 *
 * <p>Our clock stands still, so that nothing is sent because time passed, however slow the machine is.
 */
class ZookeeperShareStepsIT {

    private static final Duration LEASE = Duration.ofSeconds(20);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** For a loaded machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static ZookeeperServers servers;

    private final ManualClock clock = new ManualClock();
    private GateProxy proxy;
    private ZookeeperLockBackend backend;
    private ZookeeperLockBackend other;
    private ShareSteps shares;
    private ShareSteps others;
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
        shares = backend.shares().orElseThrow();
        others = other.shares().orElseThrow();
        sent();
    }

    private ZookeeperLockBackend started(String address) {
        ZookeeperLockBackend backend = ZookeeperLockBackend.connecting(new ZookeeperLockOptions(
                ZookeeperLockOptions.Server.STANDARD.at(address),
                ZookeeperLockOptions.STANDARD.base(),
                ZookeeperLockOptions.Access.OPEN,
                PATIENCE,
                LIMIT));
        backend.start(new StandaloneContext(clock));
        return backend;
    }

    @AfterEach
    void disconnect() {
        proxy.heal();
        backend.close();
        other.close();
        proxy.close();
    }

    /** What our client has sent since this was asked for last. */
    private List<String> sent() {
        List<String> all = proxy.recentCommands().stream()
                .filter(command -> !command.equals("ping") && !command.equals("connect"))
                .toList();
        List<String> latest = all.subList(seen, all.size());
        seen = all.size();
        return latest;
    }

    private static Attempt attempt(String name) {
        return Attempt.of(new LockName(name), AttemptId.random(), LEASE, 1, "a hint");
    }

    private static List<String> nodes(String name) {
        return servers.operator().nodes(name + "%shares");
    }

    private static void warm(String name) {
        servers.operator().warm(name + "%shares");
    }

    private static Grant granted(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(Granted.class);
        return ((Granted) outcome).grant();
    }

    private static Attempt held(ShareSteps holder, String name, Share share) {
        Attempt attempt = attempt(name);
        granted(holder.tryAcquire(attempt, share));
        return attempt;
    }

    private static void release(ShareSteps holder, Attempt attempt) {
        assertThat(holder.release(attempt)).isInstanceOf(ReleaseOutcome.Released.class);
    }

    private static Contest waiting(ShareSteps client, Attempt attempt, Share share) {
        Contest contest = client.contest(attempt, share);
        assertThat(contest.attempt()).isInstanceOf(Contended.class);
        return contest;
    }

    private static Grant grantedOnSignal(Contest contest) {
        assertThat(contest.signal().toCompletableFuture()).succeedsWithin(LIMIT);
        Grant grant = granted(contest.attempt());
        contest.close();
        return grant;
    }

    private static boolean isSignalled(Contest contest) {
        return contest.signal().toCompletableFuture().isDone();
    }

    @Test
    void a_free_lock() {
        warm("free");
        Attempt writer = attempt("free");
        try (Contest contest = shares.contest(writer, Share.WRITE)) {
            granted(contest.attempt());
        }
        release(shares, writer);
        assertThat(sent()).containsExactly("multi", "delete");
        release(shares, held(shares, "free", Share.READ));
        assertThat(sent()).containsExactly("getChildren2", "multi", "delete");
    }

    @Test
    void a_lock_that_others_hold() {
        warm("held");
        Attempt reader = held(others, "held", Share.READ);
        Attempt second = attempt("held");
        try (Contest contest = shares.contest(second, Share.READ)) {
            granted(contest.attempt());
        }
        assertThat(sent()).containsExactly("multi", "getChildren");
        assertThat(shares.tryAcquire(attempt("held"), Share.WRITE)).isInstanceOf(Contended.class);
        assertThat(sent()).containsExactly("getChildren2", "sync", "getChildren2");
        assertThat(nodes("held")).hasSize(2);
        assertThat(shares.inspect(new LockName("held"))).hasSize(2);
        assertThat(sent()).containsExactly("sync", "getChildren", "getData", "getData");
        release(others, reader);
        release(shares, second);
    }

    @Test
    void a_renewal_says_whether_others_wait() {
        warm("renewed");
        Grant grant = granted(shares.tryAcquire(attempt("renewed"), Share.READ));
        Grant beside = granted(others.tryAcquire(attempt("renewed"), Share.READ));
        sent();
        ShareSteps.Renewal alone = shares.renew(grant, LEASE);
        assertThat(sent()).containsExactly("getChildren", "setData");
        assertThat(alone.outcome()).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(alone.wanted()).isFalse();
        try (Contest writer = waiting(others, attempt("renewed"), Share.WRITE)) {
            assertThat(shares.renew(grant, LEASE).wanted()).isTrue();
            assertThat(isSignalled(writer)).isFalse();
        }
        await().atMost(LIMIT).until(() -> nodes("renewed").size() == 2);
        assertThat(shares.renew(grant, LEASE).wanted()).isFalse();
        release(shares, grant.attempt());
        assertThat(shares.renew(grant, LEASE).outcome()).isInstanceOf(RenewOutcome.NotOwner.class);
        release(others, beside.attempt());
    }

    @Test
    void a_waiter_behind_a_writer_looks_no_more_when_it_is_woken() {
        warm("writer");
        Attempt writer = held(others, "writer", Share.WRITE);
        Contest first = waiting(shares, attempt("writer"), Share.READ);
        Contest second = waiting(shares, attempt("writer"), Share.READ);
        assertThat(sent())
                .containsExactly("multi", "getChildren", "getChildren", "multi", "getChildren", "getChildren");
        release(others, writer);
        // Both have the lock now, so the order in which they learn it is open.
        long token = grantedOnSignal(second).token();
        assertThat(grantedOnSignal(first).token()).isLessThan(token);
        assertThat(sent()).isEmpty();
    }

    @Test
    void a_writer_behind_readers_waits_for_the_last_and_then_for_those_that_are_left() {
        warm("readers");
        Attempt first = held(others, "readers", Share.READ);
        Attempt second = held(others, "readers", Share.READ);
        Attempt mine = attempt("readers");
        Contest writer = waiting(shares, mine, Share.WRITE);
        sent();
        release(others, second);
        assertThat(writer.signal().toCompletableFuture()).succeedsWithin(LIMIT);
        assertThat(writer.attempt()).isInstanceOf(Contended.class);
        assertThat(sent()).containsExactly("getChildren", "getChildren");
        release(others, first);
        grantedOnSignal(writer);
        assertThat(sent()).isEmpty();
        release(shares, mine);
    }

    @Test
    void a_waiter_whose_creation_is_too_long_ago_proves_its_session_when_it_is_woken() {
        warm("late");
        Attempt writer = held(others, "late", Share.WRITE);
        Contest reader = waiting(shares, attempt("late"), Share.READ);
        sent();
        // Too short for the end of the holder's lease.
        clock.advance(LEASE.dividedBy(19));
        release(others, writer);
        Grant grant = grantedOnSignal(reader);
        assertThat(sent()).containsExactly("multi");
        assertThat(clock.nanoTime() - grant.sentNanos()).isZero();
    }

    /** Three wait for one of two permits; the end of a permit wakes those whose turn it can be. */
    @Test
    void the_end_of_a_permit_wakes_no_more_waiters_than_there_are_permits() {
        Share one = new Share(1, 2);
        Attempt first = held(others, "permits", one);
        Attempt second = held(others, "permits", one);
        sent();
        Contest third = waiting(shares, attempt("permits"), one);
        assertThat(sent()).containsExactly("multi", "getChildren", "getChildren", "getChildren");
        Contest fourth = waiting(shares, attempt("permits"), one);
        Contest fifth = waiting(shares, attempt("permits"), one);
        release(others, first);
        assertThat(third.signal().toCompletableFuture()).succeedsWithin(LIMIT);
        // Answered after every event of that release.
        assertThat(shares.inspect(new LockName("permits"))).hasSize(2);
        assertThat(isSignalled(fourth)).isFalse();
        assertThat(isSignalled(fifth)).isFalse();
        sent();
        long token = grantedOnSignal(third).token();
        shares.inspect(new LockName("permits"));
        assertThat(sent())
                .as("the watch on the permit that is still held is taken back, without a wait")
                .containsExactly("checkWatches", "sync", "getChildren", "getData", "getData");
        release(others, second);
        assertThat(grantedOnSignal(fourth).token()).isGreaterThan(token);
        assertThat(isSignalled(fifth)).isFalse();
        fifth.close();
    }

    @Test
    void a_large_request_is_not_overtaken_by_small_ones() {
        Attempt two = held(others, "large", new Share(2, 3));
        Contest three = waiting(others, attempt("large"), new Share(3, 3));
        assertThat(shares.tryAcquire(attempt("large"), new Share(1, 3))).isInstanceOf(Contended.class);
        Contest one = waiting(shares, attempt("large"), new Share(1, 3));
        three.close();
        assertThat(one.signal().toCompletableFuture()).succeedsWithin(LIMIT);
        Grant grant = granted(one.attempt());
        List<Holder> holders = shares.inspect(new LockName("large"));
        assertThat(holders).extracting(Holder::fencingToken).last().isEqualTo(grant.token());
        assertThat(holders)
                .hasSize(2)
                .allSatisfy(holder -> assertThat(holder.hint()).contains("a hint"));
        release(others, two);
    }

    @Test
    void a_try_that_is_repeated_finds_its_own_grant() {
        Attempt attempt = attempt("repeated");
        Grant grant = granted(shares.tryAcquire(attempt, Share.READ));
        assertThat(granted(shares.tryAcquire(attempt, Share.READ)).token()).isEqualTo(grant.token());
        assertThat(nodes("repeated")).hasSize(1);
        String path = nodes("repeated").get(0);
        servers.operator().delete(path);
        servers.operator()
                .ask(session -> session.create(path, new byte[0], ZookeeperAccess.OPEN, CreateMode.EPHEMERAL));
        assertThat(shares.tryAcquire(attempt, Share.READ))
                .as("the node is of another session")
                .isInstanceOf(Contended.class);
        assertThat(shares.renew(grant, LEASE).outcome()).isInstanceOf(RenewOutcome.NotOwner.class);
        servers.operator().delete(path);
    }

    @Test
    void the_node_of_a_try_whose_reply_was_lost_goes() {
        warm("lost");
        proxy.onRequest(Message.named("multi")).dropReply(ConnectionEnding.CUT);
        assertThat(shares.tryAcquire(attempt("lost"), Share.WRITE)).isInstanceOf(Unknown.class);
        await().atMost(LIMIT).until(() -> nodes("lost").isEmpty());
        granted(others.tryAcquire(attempt("lost"), Share.WRITE));
    }

    @Test
    void a_waiter_whose_reply_was_lost_finds_its_node_again() {
        warm("unanswered");
        proxy.onRequest(Message.named("multi")).dropReply(ConnectionEnding.CUT);
        Attempt attempt = attempt("unanswered");
        try (Contest contest = shares.contest(attempt, Share.READ)) {
            assertThat(contest.attempt()).isInstanceOf(Unknown.class);
            assertThat(nodes("unanswered")).hasSize(1);
            granted(contest.attempt());
        }
        assertThat(nodes("unanswered"))
                .singleElement()
                .asString()
                .contains(attempt.id().text());
        release(shares, attempt);
        assertThat(nodes("unanswered")).isEmpty();
    }

    @Test
    void a_waiter_leaves_by_a_release_from_anywhere() {
        Attempt holder = held(others, "leaving", Share.WRITE);
        Attempt waiter = attempt("leaving");
        try (Contest contest = waiting(shares, waiter, Share.READ)) {
            release(others, waiter);
            assertThat(nodes("leaving")).hasSize(1);
            assertThat(isSignalled(contest)).isFalse();
        }
        assertThat(others.release(waiter)).isInstanceOf(ReleaseOutcome.NotOwner.class);
        release(others, holder);
    }

    /** Between the look of a try and its entry a writer comes. */
    @Test
    void a_try_does_not_enter_behind_one_that_it_did_not_see() throws Exception {
        warm("between");
        Gate entry = proxy.onRequest(Message.named("multi")).holdRequest();
        CompletableFuture<AcquireOutcome> trying =
                CompletableFuture.supplyAsync(() -> shares.tryAcquire(attempt("between"), Share.READ));
        entry.awaitReached(LIMIT);
        held(others, "between", Share.WRITE);
        entry.open();
        assertThat(trying).succeedsWithin(LIMIT).isInstanceOf(Contended.class);
        assertThat(nodes("between")).hasSize(1);
    }

    /** Meanwhile the lock's parent was removed, and as many came since as had come before. */
    @Test
    void a_try_does_not_enter_a_queue_that_was_made_anew() throws Exception {
        warm("anew");
        release(others, held(others, "anew", Share.READ));
        Gate entry = proxy.onRequest(Message.named("multi")).holdRequest();
        CompletableFuture<AcquireOutcome> trying =
                CompletableFuture.supplyAsync(() -> shares.tryAcquire(attempt("anew"), Share.READ));
        entry.awaitReached(LIMIT);
        servers.operator().delete(ZookeeperOperator.parent("anew%shares"));
        warm("anew");
        held(others, "anew", Share.WRITE);
        entry.open();
        assertThat(trying).succeedsWithin(LIMIT).isInstanceOf(Contended.class);
        assertThat(nodes("anew")).hasSize(1);
    }

    @Test
    void another_limit_is_refused_and_holds_up_those_behind_it_only_until_it_is_gone() {
        Attempt holder = held(others, "limit", new Share(1, 2));
        assertThat(shares.tryAcquire(attempt("limit"), Share.READ))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.cause())
                                .hasMessageContaining("'limit' has 2 permits at the store")
                                .hasMessageContaining("readers and writers"));
        Contest wrong = shares.contest(attempt("limit"), new Share(1, 3));
        assertThat(wrong.attempt())
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.retryable()).isFalse());
        Contest right = waiting(others, attempt("limit"), new Share(1, 2));
        wrong.close();
        grantedOnSignal(right);
        release(others, holder);
    }

    @Test
    void a_node_of_a_newer_version_is_never_overlooked() {
        warm("newer");
        String path = servers.operator()
                .ask(session -> session.create(
                        ZookeeperOperator.parent("newer%shares") + "/newer-",
                        new byte[0],
                        ZookeeperAccess.OPEN,
                        CreateMode.EPHEMERAL_SEQUENTIAL));
        assertThat(shares.tryAcquire(attempt("newer"), Share.READ)).isInstanceOf(Contended.class);
        Contest reader = waiting(shares, attempt("newer"), Share.READ);
        assertThat(shares.inspect(new LockName("newer"))).hasSize(1);
        servers.operator().delete(path);
        grantedOnSignal(reader);
    }

    @Test
    void the_exclusive_lock_of_the_same_name_is_another_one() {
        Attempt exclusive = attempt("name");
        granted(other.tryAcquire(exclusive));
        Attempt writer = held(shares, "name", Share.WRITE);
        assertThat(other.inspect(new LockName("name"))).isPresent();
        release(shares, writer);
        assertThat(other.release(exclusive)).isInstanceOf(ReleaseOutcome.Released.class);
    }
}
