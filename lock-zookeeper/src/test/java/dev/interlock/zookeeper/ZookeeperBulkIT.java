// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.bulk.AllOrNoneRun;
import dev.interlock.tck.bulk.BulkTimes;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.testbed.wire.Message;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Steps for many locks on a real server: one transaction to acquire, and requests one behind the other. */
class ZookeeperBulkIT {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Pattern ZXID = Pattern.compile("Zxid: 0x([0-9a-f]+)");
    private static final ReleaseOutcome RELEASED = new ReleaseOutcome.Released();
    private static final ReleaseOutcome NOT_OWNER = new ReleaseOutcome.NotOwner();
    private static final AtomicInteger NAMES = new AtomicInteger();

    private static ZookeeperServers servers;

    private final StandaloneContext context = new StandaloneContext();
    private final Deque<LockBackend> backends = new ArrayDeque<>();
    private LockBackend backend;
    private BulkSteps bulk;

    @BeforeAll
    static void startServer() {
        // So that the only transactions are those of the clients.
        servers = ZookeeperServers.of(ZookeeperServer.start("-Dznode.container.checkIntervalMs=3600000"));
    }

    @AfterAll
    static void stopServer() {
        if (servers != null) {
            servers.close();
        }
    }

    @BeforeEach
    void start() {
        backend = backendAt(servers.connectString());
        bulk = backend.bulk().orElseThrow();
    }

    @AfterEach
    void stop() {
        backends.forEach(LockBackend::close);
    }

    private LockBackend backendAt(String connectString) {
        LockBackend started = new ZookeeperLockBackendProvider()
                .open(LockSettings.of("zookeeper://" + connectString + "?timeout=20s&sessionTimeout=30s"));
        backends.push(started);
        started.start(context);
        return started;
    }

    private static LockName name() {
        return new LockName("bulk-" + NAMES.incrementAndGet());
    }

    private static Attempt attempt(LockName name) {
        return Attempt.of(name, AttemptId.random(), LEASE, 1, null);
    }

    private static List<Attempt> attempts(int count) {
        return Stream.generate(() -> attempt(name())).limit(count).toList();
    }

    private static List<Grant> grantedAll(AcquireAllOutcome outcome) {
        assertThat(outcome).isInstanceOf(AcquireAllOutcome.Granted.class);
        return ((AcquireAllOutcome.Granted) outcome).grants();
    }

    private static Grant granted(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(AcquireOutcome.Granted.class);
        return ((AcquireOutcome.Granted) outcome).grant();
    }

    private static List<ReleaseOutcome> released(int count) {
        return Stream.generate(() -> RELEASED).limit(count).toList();
    }

    private static List<String> nodes(Attempt attempt) {
        return servers.operator().nodes(attempt.name().value());
    }

    private static long held(List<Attempt> attempts) {
        return attempts.stream().filter(attempt -> !nodes(attempt).isEmpty()).count();
    }

    private static void delete(Attempt attempt) {
        nodes(attempt).forEach(servers.operator()::delete);
    }

    @Test
    void all_are_granted_as_single_ones_are_with_or_without_parents() {
        assertThat(backend.capabilities().has(Capability.GRANTS_ALL_AT_ONCE)).isTrue();
        Attempt used = attempt(name());
        Grant before = granted(backend.tryAcquire(used));
        backend.release(used);
        List<Attempt> attempts = List.of(
                Attempt.of(new LockName("ü/%zookeeper"), AttemptId.random(), LEASE, 3, "till 7"),
                attempt(used.name()),
                attempt(name()));
        long asked = StandaloneContext.now();
        List<Grant> grants = grantedAll(bulk.tryAcquireAll(attempts));
        assertThat(grants).extracting(Grant::attempt).isEqualTo(attempts);
        assertThat(grants.get(1).token()).isGreaterThan(before.token());
        for (Grant grant : grants) {
            assertThat(grant.sentNanos()).isBetween(asked, StandaloneContext.now());
            assertThat(grant.lease()).isEqualTo(LEASE);
            assertThat(backend.inspect(grant.attempt().name())).hasValueSatisfying(holder -> {
                assertThat(holder.fencingToken()).isEqualTo(grant.token());
                assertThat(holder.hint().orElse(null)).isEqualTo(grant.attempt().holderHint());
            });
            assertThat(backend.tryAcquire(attempt(grant.attempt().name())))
                    .isInstanceOf(AcquireOutcome.Contended.class);
        }
        assertThat(bulk.releaseAll(attempts)).isEqualTo(released(3));
        List<Attempt> again =
                attempts.stream().map(attempt -> attempt(attempt.name())).toList();
        assertThat(grantedAll(bulk.tryAcquireAll(again)).get(2).token())
                .isGreaterThan(grants.get(2).token());
    }

    @Test
    void where_one_is_taken_none_is_granted() {
        List<Attempt> attempts = attempts(3);
        Attempt busy = attempts.get(1);
        Grant holder = granted(backend.tryAcquire(attempt(busy.name())));
        assertThat(bulk.tryAcquireAll(attempts))
                .isInstanceOfSatisfying(
                        AcquireAllOutcome.Contended.class,
                        contended -> assertThat(contended.busy()).isEqualTo(busy.name()));
        assertThat(held(attempts)).isEqualTo(1);
        assertThat(backend.release(holder.attempt())).isEqualTo(RELEASED);
        grantedAll(bulk.tryAcquireAll(attempts));
    }

    @Test
    void it_overtakes_no_waiter_for_one_of_them() {
        List<Attempt> attempts = attempts(2);
        Grant holder = granted(backend.tryAcquire(attempt(attempts.get(1).name())));
        LockBackend waiting = backendAt(servers.connectString());
        Attempt waiter = attempt(attempts.get(1).name());
        try (Contest contest = waiting.contest(waiter)) {
            assertThat(contest.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
            assertThat(bulk.releaseAll(List.of(holder.attempt()))).containsExactly(RELEASED);
            assertThat(contest.signal().toCompletableFuture()).succeedsWithin(LIMIT);
            assertThat(bulk.tryAcquireAll(attempts)).isInstanceOf(AcquireAllOutcome.Contended.class);
            granted(contest.attempt());
        }
    }

    @Test
    void clients_with_overlapping_sets_never_share_a_lock_nor_get_a_part() throws InterruptedException {
        List<LockBackend> clients = Stream.generate(() -> backendAt(servers.connectString()))
                .limit(8)
                .toList();
        List<LockName> names = Stream.generate(ZookeeperBulkIT::name).limit(6).toList();
        int contended = new AllOrNoneRun(clients, backend, names).granting(20, Duration.ofMinutes(5));
        assertThat(contended).isPositive();
    }

    @Test
    void a_repeated_request_finds_its_own_and_takes_what_is_gone_anew() {
        List<Attempt> attempts = attempts(3);
        List<Grant> first = grantedAll(bulk.tryAcquireAll(attempts));
        assertThat(grantedAll(bulk.tryAcquireAll(attempts)))
                .extracting(Grant::token)
                .isEqualTo(first.stream().map(Grant::token).toList());
        delete(attempts.get(1));
        List<Grant> second = grantedAll(bulk.tryAcquireAll(attempts));
        assertThat(second.get(0).token()).isEqualTo(first.get(0).token());
        assertThat(second.get(1).token()).isGreaterThan(first.get(1).token());
        assertThat(second.get(2).token()).isEqualTo(first.get(2).token());
        assertThat(bulk.releaseAll(attempts)).isEqualTo(released(3));
    }

    @Test
    void a_repeated_request_that_finds_one_of_its_own_taken_leaves_it_the_others() {
        List<Attempt> attempts = attempts(3);
        grantedAll(bulk.tryAcquireAll(attempts));
        delete(attempts.get(1));
        Grant other = granted(backend.tryAcquire(attempt(attempts.get(1).name())));
        assertThat(bulk.tryAcquireAll(attempts)).isInstanceOf(AcquireAllOutcome.Contended.class);
        assertThat(bulk.releaseAll(attempts)).containsExactly(RELEASED, NOT_OWNER, RELEASED);
        assertThat(backend.release(other.attempt())).isEqualTo(RELEASED);
    }

    @Test
    void a_lost_reply_is_unknown_and_a_later_release_frees_all() {
        try (GateProxy proxy = GateProxy.zookeeper(
                servers.servers().get(0).host(), servers.servers().get(0).port())) {
            BulkSteps steps = backendAt("127.0.0.1:" + proxy.port()).bulk().orElseThrow();
            List<Attempt> attempts = attempts(3);
            grantedAll(steps.tryAcquireAll(attempts));
            assertThat(steps.releaseAll(attempts)).isEqualTo(released(3));
            proxy.onRequest(Message.named("multi")).dropReply(ConnectionEnding.CUT);
            assertThat(steps.tryAcquireAll(attempts)).isInstanceOf(AcquireAllOutcome.Unknown.class);
            // By itself, once the connection is back.
            await().atMost(LIMIT.toSeconds(), TimeUnit.SECONDS).until(() -> held(attempts) == 0);
            assertThat(once(() -> steps.releaseAll(attempts), ReleaseOutcome.Unknown.class))
                    .containsOnly(NOT_OWNER);
            List<Grant> grants = grantedAll(steps.tryAcquireAll(attempts));
            proxy.onRequest(Message.named("setData")).dropReply(ConnectionEnding.CUT);
            assertThat(steps.renewAll(grants, LEASE)).hasOnlyElementsOfType(RenewOutcome.Unknown.class);
            assertThat(once(() -> steps.renewAll(grants, LEASE), RenewOutcome.Unknown.class))
                    .hasOnlyElementsOfType(RenewOutcome.Renewed.class);
            assertThat(steps.releaseAll(attempts)).isEqualTo(released(3));
        }
    }

    /** The outcomes once the connection is back, so that none is unknown. */
    private static <T> List<T> once(Supplier<List<T>> step, Class<? extends T> unknown) {
        return await().atMost(LIMIT.toSeconds(), TimeUnit.SECONDS)
                .until(step::get, outcomes -> outcomes.stream().noneMatch(unknown::isInstance));
    }

    @Test
    void of_a_thousand_renewals_only_that_of_another_owner_is_reported() {
        List<Attempt> attempts = attempts(BulkSteps.MAX_LOCKS);
        List<Grant> grants = grantedAll(bulk.tryAcquireAll(attempts));
        delete(attempts.get(500));
        Grant other = granted(backend.tryAcquire(attempt(attempts.get(500).name())));
        long asked = StandaloneContext.now();
        List<RenewOutcome> outcomes = bulk.renewAll(grants, LEASE);
        assertThat(outcomes.get(500)).isInstanceOf(RenewOutcome.NotOwner.class);
        assertThat(outcomes.stream().filter(RenewOutcome.Renewed.class::isInstance))
                .hasSize(BulkSteps.MAX_LOCKS - 1)
                .allSatisfy(outcome -> assertThat(((RenewOutcome.Renewed) outcome).sentNanos())
                        .isBetween(asked, StandaloneContext.now()));
        List<ReleaseOutcome> released = bulk.releaseAll(attempts);
        assertThat(released.stream().filter(RELEASED::equals)).hasSize(BulkSteps.MAX_LOCKS - 1);
        assertThat(released.get(500)).isEqualTo(NOT_OWNER);
        assertThat(backend.release(other.attempt())).isEqualTo(RELEASED);
    }

    /** The session is proven by a write to the node of the first, and what only a read has shown is not believed in. */
    @Test
    void the_loss_of_the_first_proves_nothing_of_the_others_and_costs_them_one_renewal() {
        List<Attempt> attempts;
        List<Grant> grants;
        List<RenewOutcome> outcomes;
        do {
            attempts = attempts(3);
            grants = grantedAll(bulk.tryAcquireAll(attempts));
            delete(attempts.get(0));
            outcomes = bulk.renewAll(grants, LEASE);
            assertThat(outcomes.get(0)).isInstanceOf(RenewOutcome.NotOwner.class);
            // Where its end was reported before, the session was proven by the node of the second.
        } while (context.lost().contains(attempts.get(0).id()));
        assertThat(outcomes.subList(1, 3)).hasOnlyElementsOfType(RenewOutcome.Unknown.class);
        List<RenewOutcome> next = bulk.renewAll(grants, LEASE);
        assertThat(next.get(0)).isInstanceOf(RenewOutcome.NotOwner.class);
        assertThat(next.subList(1, 3)).hasOnlyElementsOfType(RenewOutcome.Renewed.class);
    }

    @Test
    void all_are_acquired_by_one_transaction_and_renewed_by_one() {
        List<Attempt> attempts = attempts(100);
        grantedAll(bulk.tryAcquireAll(attempts));
        bulk.releaseAll(attempts);
        assertThat(transactions(() -> grantedAll(bulk.tryAcquireAll(attempts)))).isEqualTo(1);
        List<Grant> grants = grantedAll(bulk.tryAcquireAll(attempts));
        assertThat(transactions(() -> bulk.renewAll(grants, LEASE))).isEqualTo(1);
        assertThat(transactions(() -> bulk.releaseAll(attempts))).isEqualTo(100);
    }

    /** A server counts every one, refused ones as well. */
    private static long transactions(Runnable step) {
        long before = zxid();
        step.run();
        return zxid() - before;
    }

    private static long zxid() {
        Matcher matcher = ZXID.matcher(servers.servers().get(0).word("srvr"));
        assertThat(matcher.find()).isTrue();
        return Long.parseLong(matcher.group(1), 16);
    }

    @Test
    void names_that_do_not_fit_into_a_request_are_not_requested_together() {
        List<LockName> longest = Stream.generate(() -> new LockName("ü".repeat(94) + name().value()))
                .limit(BulkSteps.MAX_LOCKS)
                .toList();
        assertThat(bulk.canAcquireAll(longest)).isFalse();
        int most = 0;
        while (bulk.canAcquireAll(longest.subList(0, most + 1))) {
            most++;
        }
        assertThat(most).isGreaterThan(300);
        List<Attempt> attempts =
                longest.subList(0, most).stream().map(ZookeeperBulkIT::attempt).toList();
        List<Grant> grants = grantedAll(bulk.tryAcquireAll(attempts));
        assertThat(bulk.renewAll(grants, LEASE)).hasOnlyElementsOfType(RenewOutcome.Renewed.class);
        assertThat(bulk.releaseAll(attempts)).isEqualTo(released(most));
        assertThat(context.uncertain()).as("the connection was kept").isEmpty();
        List<LockName> usual = Stream.generate(() -> new LockName("x".repeat(100) + name().value()))
                .limit(BulkSteps.MAX_LOCKS)
                .toList();
        assertThat(bulk.canAcquireAll(usual)).isTrue();
    }

    @Test
    void the_end_of_the_lease_frees_each_of_them() {
        List<Attempt> attempts = Stream.generate(
                        () -> Attempt.of(name(), AttemptId.random(), Duration.ofMillis(500), 1, null))
                .limit(3)
                .toList();
        List<Grant> grants = grantedAll(bulk.tryAcquireAll(attempts));
        await().atMost(LIMIT.toSeconds(), TimeUnit.SECONDS).until(() -> held(attempts) == 0);
        assertThat(bulk.renewAll(grants, LEASE)).hasOnlyElementsOfType(RenewOutcome.NotOwner.class);
        assertThat(bulk.releaseAll(attempts)).containsOnly(NOT_OWNER);
    }

    /** A line of the output; two rounds, since the first one is that of a cold JVM. */
    @Test
    @Tag("nightly")
    void times_of_a_thousand() {
        BulkTimes times = new BulkTimes(backend, ZookeeperBulkIT::name);
        times.take();
        times.take();
    }
}
