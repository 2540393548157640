// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.LEASE;
import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.contended;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.key;
import static dev.interlock.redis.BackendBench.tokenKey;
import static dev.interlock.redis.BackendBench.untilSignalled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
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
import dev.interlock.testbed.server.RedisReplica;
import dev.interlock.testbed.wire.Message;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Steps for many locks on a real server: one script for all of them. */
class RedisBulkIT {

    private static final ReleaseOutcome RELEASED = new ReleaseOutcome.Released();

    private static BackendBench fixture;
    private static LockBackend backend;
    private static BulkSteps bulk;

    @BeforeAll
    static void start() {
        fixture = new BackendBench();
        backend = fixture.backend();
        bulk = backend.bulk().orElseThrow();
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    private static List<Attempt> attempts(int count) {
        return Stream.generate(() -> attempt(fixture.name())).limit(count).toList();
    }

    private static List<Grant> grantedAll(AcquireAllOutcome outcome) {
        assertThat(outcome).isInstanceOf(AcquireAllOutcome.Granted.class);
        return ((AcquireAllOutcome.Granted) outcome).grants();
    }

    private static List<ReleaseOutcome> released(int count) {
        return Stream.generate(() -> RELEASED).limit(count).toList();
    }

    private static long existing(List<Attempt> attempts) {
        return attempts.stream()
                .filter(attempt ->
                        fixture.server.command("EXISTS", key(attempt.name())).equals("1"))
                .count();
    }

    @Test
    void all_are_granted_as_single_ones_are() {
        List<Attempt> attempts =
                List.of(attempt(fixture.name(), LEASE, 3), attempt(fixture.name(), Duration.ofSeconds(90), 1));
        assertThat(bulk.canAcquireAll(attempts.stream().map(Attempt::name).toList()))
                .isTrue();
        long before = StandaloneContext.now();
        List<Grant> grants = grantedAll(bulk.tryAcquireAll(attempts));
        assertThat(grants).extracting(Grant::attempt).isEqualTo(attempts);
        for (Grant grant : grants) {
            LockName name = grant.attempt().name();
            int tokens = grant.attempt().tokens();
            assertThat(grant.sentNanos()).isBetween(before, StandaloneContext.now());
            assertThat(grant.lease()).isEqualTo(grant.attempt().lease());
            assertThat(fixture.server.command("GET", key(name)))
                    .isEqualTo("1 " + grant.attempt().id().text() + " " + grant.token() + " " + tokens + " -");
            assertThat(fixture.server.command("GET", tokenKey(name)))
                    .isEqualTo(Long.toString(grant.token() + tokens - 1));
            assertThat(fixture.pttl(key(name)))
                    .isBetween(1L, grant.attempt().lease().toMillis());
            assertThat(fixture.pttl(tokenKey(name))).isGreaterThan(86_000_000);
            contended(backend.tryAcquire(attempt(name)));
        }
        assertThat(bulk.releaseAll(attempts)).isEqualTo(released(2));
        assertThat(granted(backend.tryAcquire(attempt(attempts.get(0).name()))).token())
                .isGreaterThan(grants.get(0).token() + 2);
    }

    @Test
    void tokens_ahead_of_the_clock_grow_and_are_kept_until_it_has_passed_them() {
        List<Attempt> attempts = attempts(2);
        long seconds = Long.parseLong(
                fixture.server.command("TIME").lines().findFirst().orElseThrow());
        long ahead = (seconds + 3_600) * 1_000_000;
        String counter = tokenKey(attempts.get(1).name());
        assertThat(fixture.server.command("SET", counter, Long.toString(ahead))).isEqualTo("OK");
        assertThat(grantedAll(bulk.tryAcquireAll(attempts)).get(1).token()).isEqualTo(ahead + 1);
        assertThat(fixture.pttl(counter)).isBetween(86_400_000L + 3_500_000L, 86_400_000L + 3_600_001L);
    }

    @Test
    void where_one_is_taken_nothing_is_written() {
        List<Attempt> attempts = attempts(3);
        Attempt busy = attempts.get(1);
        Grant holder = granted(backend.tryAcquire(attempt(busy.name())));
        AcquireAllOutcome outcome = bulk.tryAcquireAll(attempts);
        assertThat(outcome).isInstanceOfSatisfying(AcquireAllOutcome.Contended.class, contended -> {
            assertThat(contended.busy()).isEqualTo(busy.name());
            assertThat(contended.retryAfter()).isBetween(Duration.ofMillis(1), LEASE.plusMillis(1));
        });
        assertThat(existing(attempts)).isEqualTo(1);
        assertThat(fixture.server.command("EXISTS", tokenKey(attempts.get(0).name())))
                .isEqualTo("0");
        assertThat(backend.release(holder.attempt())).isEqualTo(RELEASED);
    }

    @Test
    void where_one_key_is_foreign_nothing_is_written_and_it_is_named() {
        List<Attempt> attempts = attempts(3);
        String foreign = key(attempts.get(2).name());
        assertThat(fixture.server.command("SET", foreign, "mine")).isEqualTo("OK");
        assertThat(bulk.tryAcquireAll(attempts)).isInstanceOfSatisfying(AcquireAllOutcome.Refused.class, refused -> {
            assertThat(refused.retryable()).isFalse();
            assertThat(refused.cause()).hasMessageContaining(foreign);
        });
        assertThat(existing(attempts)).isEqualTo(1);
    }

    @Test
    void clients_with_overlapping_sets_never_share_a_lock_nor_get_a_part() throws InterruptedException {
        List<LockBackend> clients =
                Stream.generate(() -> fixture.backend()).limit(8).toList();
        List<LockName> names = Stream.generate(fixture::name).limit(6).toList();
        int contended = new AllOrNoneRun(clients, backend, names).granting(50, Duration.ofMinutes(5));
        assertThat(contended).isPositive();
    }

    @Test
    void a_repeated_request_finds_its_own_and_takes_what_has_expired_anew() {
        List<Attempt> attempts = attempts(3);
        List<Grant> first = grantedAll(bulk.tryAcquireAll(attempts));
        assertThat(grantedAll(bulk.tryAcquireAll(attempts)))
                .extracting(Grant::token)
                .isEqualTo(first.stream().map(Grant::token).toList());
        assertThat(fixture.server.command("DEL", key(attempts.get(1).name()))).isEqualTo("1");
        List<Grant> second = grantedAll(bulk.tryAcquireAll(attempts));
        assertThat(second.get(0).token()).isEqualTo(first.get(0).token());
        assertThat(second.get(1).token()).isGreaterThan(first.get(1).token());
        assertThat(second.get(2).token()).isEqualTo(first.get(2).token());
    }

    @Test
    void a_repeated_request_that_finds_one_of_its_own_taken_leaves_it_the_others() {
        List<Attempt> attempts = attempts(3);
        grantedAll(bulk.tryAcquireAll(attempts));
        assertThat(fixture.server.command("DEL", key(attempts.get(1).name()))).isEqualTo("1");
        Grant other = granted(backend.tryAcquire(attempt(attempts.get(1).name())));
        assertThat(bulk.tryAcquireAll(attempts)).isInstanceOf(AcquireAllOutcome.Contended.class);
        assertThat(existing(attempts)).isEqualTo(3);
        assertThat(bulk.releaseAll(attempts)).containsExactly(RELEASED, new ReleaseOutcome.NotOwner(), RELEASED);
        assertThat(backend.release(other.attempt())).isEqualTo(RELEASED);
    }

    @Test
    void a_late_request_shortens_no_lease() {
        List<Attempt> attempts = attempts(2);
        List<Grant> grants = grantedAll(bulk.tryAcquireAll(attempts));
        bulk.renewAll(grants, Duration.ofDays(20));
        grantedAll(bulk.tryAcquireAll(attempts));
        bulk.renewAll(grants, LEASE);
        assertThat(fixture.pttl(key(attempts.get(1).name())))
                .isGreaterThan(Duration.ofDays(19).toMillis());
        assertThat(fixture.pttl(tokenKey(attempts.get(1).name())))
                .isGreaterThan(Duration.ofDays(39).toMillis());
    }

    @Test
    void a_lost_reply_is_unknown_and_a_later_release_frees_all() {
        try (GateProxy proxy = GateProxy.redis(fixture.server.host(), fixture.server.port())) {
            BulkSteps steps = fixture.backendAt(fixture.server.uriThrough(proxy.port()))
                    .bulk()
                    .orElseThrow();
            List<Attempt> attempts = attempts(3);
            proxy.onRequest(Message.named("EVALSHA")).dropReply(ConnectionEnding.CUT);
            assertThat(steps.tryAcquireAll(attempts)).isInstanceOf(AcquireAllOutcome.Unknown.class);
            await().until(() -> existing(attempts) == 3);
            List<Grant> grants = grantedAll(steps.tryAcquireAll(attempts));
            proxy.onRequest(Message.named("EVALSHA")).dropReply(ConnectionEnding.CUT);
            assertThat(steps.renewAll(grants, LEASE)).hasSize(3).allMatch(RenewOutcome.Unknown.class::isInstance);
            assertThat(steps.releaseAll(attempts)).isEqualTo(released(3));
            proxy.onRequest(Message.named("EVALSHA")).dropReply(ConnectionEnding.CUT);
            assertThat(steps.releaseAll(attempts)).hasSize(3).allMatch(ReleaseOutcome.Unknown.class::isInstance);
            assertThat(existing(attempts)).isZero();
        }
    }

    @Test
    void of_a_thousand_renewals_only_that_of_another_owner_is_reported() {
        List<Attempt> attempts = attempts(BulkSteps.MAX_LOCKS);
        List<Grant> grants = grantedAll(bulk.tryAcquireAll(attempts));
        String taken = key(attempts.get(500).name());
        String expired = key(attempts.get(501).name());
        String foreign = key(attempts.get(502).name());
        assertThat(fixture.server.command("DEL", taken, expired, foreign)).isEqualTo("3");
        Grant other = granted(backend.tryAcquire(attempt(attempts.get(500).name())));
        assertThat(fixture.server.command("RPUSH", foreign, "mine")).isEqualTo("1");
        List<RenewOutcome> outcomes = bulk.renewAll(grants, Duration.ofMinutes(3));
        assertThat(outcomes.get(500))
                .isEqualTo(new RenewOutcome.NotOwner(backend.store() + " keeps the lock for another owner"));
        assertThat(outcomes.get(501)).isEqualTo(new RenewOutcome.NotOwner(backend.store() + " no longer has the lock"));
        assertThat(outcomes.get(502)).isInstanceOf(RenewOutcome.Unknown.class);
        assertThat(outcomes.stream().filter(RenewOutcome.Renewed.class::isInstance))
                .hasSize(BulkSteps.MAX_LOCKS - 3);
        assertThat(fixture.server.command("EXISTS", expired)).isEqualTo("0");
        assertThat(fixture.pttl(taken)).isLessThanOrEqualTo(LEASE.toMillis());
        assertThat(fixture.pttl(key(attempts.get(999).name()))).isGreaterThan(LEASE.toMillis());
        List<ReleaseOutcome> released = bulk.releaseAll(attempts);
        assertThat(released.stream().filter(RELEASED::equals)).hasSize(BulkSteps.MAX_LOCKS - 3);
        assertThat(released.get(500)).isEqualTo(new ReleaseOutcome.NotOwner());
        assertThat(backend.release(other.attempt())).isEqualTo(RELEASED);
    }

    @Test
    void each_step_is_one_request_for_all_of_them() {
        List<Attempt> attempts = attempts(100);
        assertThat(requests(() -> bulk.tryAcquireAll(attempts))).isEqualTo(1);
        List<Grant> grants = grantedAll(bulk.tryAcquireAll(attempts));
        assertThat(requests(() -> bulk.renewAll(grants, LEASE))).isEqualTo(1);
        assertThat(requests(() -> bulk.releaseAll(attempts))).isEqualTo(1);
    }

    private static long requests(Runnable step) {
        assertThat(fixture.server.command("CONFIG", "RESETSTAT")).isEqualTo("OK");
        step.run();
        Map<String, Long> calls = fixture.server.commandCalls();
        return calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L);
    }

    @Test
    void forgotten_scripts_are_sent_again() {
        List<Attempt> attempts = attempts(2);
        fixture.server.command("SCRIPT", "FLUSH");
        List<Grant> grants = grantedAll(bulk.tryAcquireAll(attempts));
        fixture.server.command("SCRIPT", "FLUSH");
        assertThat(bulk.renewAll(grants, LEASE)).allMatch(RenewOutcome.Renewed.class::isInstance);
        fixture.server.command("SCRIPT", "FLUSH");
        assertThat(bulk.releaseAll(attempts)).isEqualTo(released(2));
    }

    @Test
    void a_release_of_many_wakes_the_waiters_for_one() {
        List<Attempt> attempts = attempts(3);
        grantedAll(bulk.tryAcquireAll(attempts));
        LockBackend second = fixture.backend();
        try (Contest contest = second.contest(attempt(attempts.get(2).name()))) {
            untilSignalled(contest);
            assertThat(bulk.releaseAll(attempts)).isEqualTo(released(3));
            await().until(() -> contest.signal().toCompletableFuture().isDone());
            granted(contest.attempt());
        }
    }

    @Test
    void where_a_server_has_no_memory_left_nothing_is_granted() {
        List<Attempt> attempts = attempts(3);
        assertThat(fixture.server.command("CONFIG", "SET", "maxmemory", "1")).isEqualTo("OK");
        try {
            assertThat(bulk.tryAcquireAll(attempts))
                    .isInstanceOfSatisfying(
                            AcquireAllOutcome.Refused.class,
                            refused -> assertThat(refused.retryable()).isTrue());
        } finally {
            assertThat(fixture.server.command("CONFIG", "SET", "maxmemory", "0"))
                    .isEqualTo("OK");
        }
        assertThat(existing(attempts)).isZero();
    }

    /** A grant that too few replicas have is given back, all of it, and a renewal proves nothing. */
    @Test
    void grants_that_replicas_do_not_confirm_are_released_after_one_wait_for_all() {
        try (BackendBench bench = new BackendBench();
                RedisReplica replica = RedisReplica.of(bench.server)) {
            // Replicas get half of what is left of a step at most, so that it ends with an answer.
            BulkSteps steps = bench.backend("timeout=4s", "minReplicas=1", "replicaTimeout=30s")
                    .bulk()
                    .orElseThrow();
            List<Attempt> attempts = attempts(3);
            assertThat(bench.server.command("CONFIG", "RESETSTAT")).isEqualTo("OK");
            List<Grant> grants = grantedAll(steps.tryAcquireAll(attempts));
            assertThat(bench.server.commandCalls()).containsEntry("wait", 1L);
            assertThat(replica.server().command("EXISTS", key(attempts.get(2).name())))
                    .isEqualTo("1");
            replica.cutOff();
            List<Attempt> others = attempts(3);
            assertThat(steps.tryAcquireAll(others))
                    .isInstanceOfSatisfying(
                            AcquireAllOutcome.Refused.class,
                            refused -> assertThat(refused.cause())
                                    .hasMessageContaining("' and 2 more not acquired: redis at")
                                    .hasMessageContaining("only 0 of at least 1 replicas"));
            assertThat(others)
                    .allSatisfy(attempt -> assertThat(bench.server.command("EXISTS", key(attempt.name())))
                            .isEqualTo("0"));
            assertThat(steps.renewAll(grants, LEASE)).allMatch(RenewOutcome.Unknown.class::isInstance);
        }
    }

    /** A line of the output; two rounds, since the first one is that of a cold JVM. */
    @Test
    @Tag("nightly")
    void times_of_a_thousand() {
        BulkTimes times = new BulkTimes(backend, fixture::name);
        times.take();
        times.take();
    }
}
