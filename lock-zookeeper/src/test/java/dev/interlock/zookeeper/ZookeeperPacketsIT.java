// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.memory.ManualClock;
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
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.testbed.wire.Message;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Each packet that is sent in each situation, and those of Curator's mutex in the same one: the table of costs in
 * docs/backends/zookeeper.md. No request goes out before the answer to the one before it, so packets are round trips.
 *
 * <p>Our clock stands still, so that nothing is sent because time passed, however slow the machine is.
 */
class ZookeeperPacketsIT {

    private static final Duration LEASE = Duration.ofSeconds(20);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** For a loaded machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static ZookeeperServers servers;

    private final ManualClock clock = new ManualClock();
    private GateProxy proxy;
    private GateProxy curatorsProxy;
    private ZookeeperLockBackend backend;
    private ZookeeperLockBackend other;
    private CuratorFramework curator;
    private CuratorFramework otherCurator;
    private int seen;
    private int seenOfCurator;

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
        curatorsProxy = GateProxy.zookeeper(server.host(), server.port());
        backend = started("127.0.0.1:" + proxy.port());
        other = started(server.connectString());
        curator = curator("127.0.0.1:" + curatorsProxy.port());
        otherCurator = curator(server.connectString());
        seen = sent(proxy).size();
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

    private static CuratorFramework curator(String address) {
        CuratorFramework curator = CuratorFrameworkFactory.newClient(address, new RetryOneTime(1));
        curator.start();
        return curator;
    }

    @AfterEach
    void disconnect() {
        backend.close();
        other.close();
        curator.close();
        otherCurator.close();
        proxy.close();
        curatorsProxy.close();
    }

    private static List<String> sent(GateProxy proxy) {
        return proxy.recentCommands().stream()
                .filter(command -> !command.equals("ping") && !command.equals("connect"))
                .toList();
    }

    /** What our client has sent since this was asked for last. */
    private List<String> sent() {
        List<String> all = sent(proxy);
        List<String> latest = all.subList(seen, all.size());
        seen = all.size();
        return latest;
    }

    private List<String> sentByCurator() {
        List<String> all = sent(curatorsProxy);
        List<String> latest = all.subList(seenOfCurator, all.size());
        seenOfCurator = all.size();
        return latest;
    }

    private static Attempt attempt(String name) {
        return Attempt.of(new LockName(name), AttemptId.random(), LEASE, 1, null);
    }

    private static Grant granted(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(Granted.class);
        return ((Granted) outcome).grant();
    }

    private Attempt held(ZookeeperLockBackend holder, String name) {
        servers.operator().warm(name);
        Attempt attempt = attempt(name);
        granted(holder.tryAcquire(attempt));
        return attempt;
    }

    private static void release(ZookeeperLockBackend holder, Attempt attempt) {
        assertThat(holder.release(attempt)).isInstanceOf(ReleaseOutcome.Released.class);
    }

    private static Contest waiting(ZookeeperLockBackend client, Attempt attempt) {
        Contest contest = client.contest(attempt);
        assertThat(contest.attempt()).isInstanceOf(Contended.class);
        return contest;
    }

    private static void grantedOnSignal(Contest contest) {
        assertThat(contest.signal().toCompletableFuture()).succeedsWithin(LIMIT);
        granted(contest.attempt());
        contest.close();
    }

    /** A mutex whose parent is there, as after its first use. */
    private InterProcessMutex mutex(CuratorFramework client, String name) throws Exception {
        InterProcessMutex mutex = new InterProcessMutex(client, "/curator/" + name);
        mutex.acquire();
        mutex.release();
        sentByCurator();
        return mutex;
    }

    /** A waiter of Curator, once it rests. */
    private CompletableFuture<Void> waitingOfCurator(InterProcessMutex mutex, List<String> untilAnswered) {
        long before = curatorsProxy.repliesForwarded();
        CompletableFuture<Void> cycle = CompletableFuture.runAsync(() -> acquireAndRelease(mutex));
        // If the holder left before the server had the watch, Curator would take it back.
        await().atMost(LIMIT).until(() -> curatorsProxy.repliesForwarded() >= before + untilAnswered.size());
        return cycle;
    }

    private static void acquireAndRelease(InterProcessMutex mutex) {
        try {
            mutex.acquire();
            mutex.release();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_free_lock() throws Exception {
        servers.operator().warm("free");
        Attempt attempt = attempt("free");
        try (Contest contest = backend.contest(attempt)) {
            granted(contest.attempt());
        }
        release(backend, attempt);
        assertThat(sent()).containsExactly("multi", "delete");

        InterProcessMutex mutex = mutex(curator, "free");
        mutex.acquire();
        mutex.release();
        assertThat(sentByCurator()).containsExactly("create2", "getChildren2", "delete");
    }

    @Test
    void a_try() throws Exception {
        Attempt attempt = held(backend, "try");
        release(backend, attempt);
        assertThat(sent()).containsExactly("multi", "delete");
        held(other, "try");
        assertThat(backend.tryAcquire(attempt("try"))).isInstanceOf(Contended.class);
        assertThat(sent()).containsExactly("multi", "getChildren");

        InterProcessMutex mutex = mutex(curator, "try");
        new InterProcessMutex(otherCurator, "/curator/try").acquire();
        assertThat(mutex.acquire(0, TimeUnit.SECONDS)).isFalse();
        assertThat(sentByCurator()).containsExactly("create2", "getChildren2", "getData", "delete");
    }

    @Test
    void a_renewal() {
        Attempt attempt = attempt("renewed");
        servers.operator().warm("renewed");
        Grant grant = granted(backend.tryAcquire(attempt));
        sent();
        assertThat(backend.renew(grant, LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(sent()).containsExactly("setData");
    }

    @Test
    void a_waiter_behind_the_holder_looks_no_more_when_it_is_woken() throws Exception {
        Attempt holder = held(other, "second");
        Attempt mine = attempt("second");
        Contest contest = waiting(backend, mine);
        assertThat(sent()).containsExactly("multi", "getChildren", "getChildren");
        release(other, holder);
        grantedOnSignal(contest);
        assertThat(sent()).isEmpty();
        release(backend, mine);
        assertThat(sent()).containsExactly("delete");

        InterProcessMutex mutex = mutex(curator, "second");
        InterProcessMutex before = new InterProcessMutex(otherCurator, "/curator/second");
        before.acquire();
        CompletableFuture<Void> cycle = waitingOfCurator(mutex, List.of("create2", "getChildren2", "getData"));
        before.release();
        assertThat(cycle).succeedsWithin(LIMIT);
        assertThat(sentByCurator()).containsExactly("create2", "getChildren2", "getData", "getChildren2", "delete");
    }

    @Test
    void a_waiter_behind_another_waiter_looks_once_when_it_is_woken() throws Exception {
        Attempt holder = held(other, "third");
        Attempt second = attempt("third");
        Contest before = waiting(other, second);
        Attempt mine = attempt("third");
        Contest contest = waiting(backend, mine);
        assertThat(sent()).containsExactly("multi", "getChildren", "getChildren");
        release(other, holder);
        grantedOnSignal(before);
        release(other, second);
        grantedOnSignal(contest);
        assertThat(sent()).containsExactly("getChildren");
        release(backend, mine);
        assertThat(sent()).containsExactly("delete");
    }

    @Test
    void a_waiter_behind_one_that_leaves_looks_and_waits_for_the_holder() throws Exception {
        Attempt holder = held(other, "leaving");
        Contest leaving = waiting(other, attempt("leaving"));
        Attempt mine = attempt("leaving");
        Contest contest = waiting(backend, mine);
        sent();
        leaving.close();
        assertThat(contest.signal().toCompletableFuture()).succeedsWithin(LIMIT);
        assertThat(contest.attempt()).isInstanceOf(Contended.class);
        assertThat(sent()).containsExactly("getChildren", "getChildren");
        release(other, holder);
        grantedOnSignal(contest);
        assertThat(sent()).isEmpty();
        release(backend, mine);
    }

    @Test
    void a_waiter_whose_creation_is_too_long_ago_proves_its_session_when_it_is_woken() throws Exception {
        Attempt holder = held(other, "late");
        Attempt mine = attempt("late");
        Contest contest = waiting(backend, mine);
        sent();
        // Too short for the end of the holder's lease.
        clock.advance(LEASE.dividedBy(19));
        release(other, holder);
        grantedOnSignal(contest);
        assertThat(sent()).containsExactly("multi");
        release(backend, mine);
    }

    @Test
    void a_waiter_that_looks_because_time_passed_looks_once() throws Exception {
        Attempt holder = held(other, "passed");
        Attempt mine = attempt("passed");
        Contest contest = waiting(backend, mine);
        sent();
        assertThat(contest.attempt()).isInstanceOf(Contended.class);
        assertThat(sent()).containsExactly("getChildren");
        release(other, holder);
        grantedOnSignal(contest);
        assertThat(sent()).isEmpty();
        release(backend, mine);
    }

    /** The server of the connection may not have received yet what another one executed. */
    @Test
    void whatever_must_not_miss_a_node_is_read_behind_a_sync() {
        held(other, "read");
        sent();
        assertThat(backend.inspect(new LockName("read"))).isPresent();
        assertThat(sent()).containsExactly("sync", "getChildren", "getData");
        Attempt unknown = attempt("read");
        assertThat(backend.release(unknown)).isInstanceOf(ReleaseOutcome.NotOwner.class);
        assertThat(sent()).containsExactly("sync", "getChildren");
        assertThat(backend.bulk().orElseThrow().releaseAll(List.of(unknown)))
                .hasOnlyElementsOfType(ReleaseOutcome.NotOwner.class);
        assertThat(sent()).containsExactly("sync", "getChildren");
    }

    @Test
    void the_node_of_a_try_whose_reply_was_lost_is_looked_for_behind_a_sync() {
        servers.operator().warm("lost");
        proxy.onRequest(Message.named("multi")).dropReply(ConnectionEnding.CUT);
        assertThat(backend.tryAcquire(attempt("lost"))).isInstanceOf(AcquireOutcome.Unknown.class);
        await().atMost(LIMIT).until(() -> servers.operator().nodes("lost").isEmpty());
        // A first search may have met the end of the connection.
        assertThat(sent()).containsSubsequence("multi", "sync", "getChildren", "delete");
    }
}
