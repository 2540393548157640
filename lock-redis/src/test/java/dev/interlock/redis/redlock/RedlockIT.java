// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.contended;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.redis.BackendBench;
import dev.interlock.redis.tck.RedisSteps;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.RedisServer;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a lock over several servers stands: servers that are down, silent, slow, back again, or count otherwise. */
class RedlockIT {

    private static final Duration LEASE = Duration.ofMinutes(5);

    private RedlockBench bench;

    @AfterEach
    void stop() {
        if (bench != null) {
            bench.close();
        }
    }

    @Test
    @DisplayName("L1: with two of five servers down locks are acquired, renewed and released; a client starts, too")
    void a_minority_may_be_down() {
        bench = new RedlockBench(5);
        RedlockBackend before = bench.backend();
        bench.server(0).kill();
        bench.server(3).kill();
        for (RedlockBackend backend : new RedlockBackend[] {before, bench.backend()}) {
            LockName name = bench.name();
            Grant grant = granted(backend.tryAcquire(attempt(name, LEASE, 1)));
            assertThat(bench.keys(name, 1, 2, 4)).isEqualTo(3);
            assertThat(backend.renew(grant, LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
            assertThat(backend.inspect(name).orElseThrow().fencingToken()).isEqualTo(grant.token());
            assertThat(backend.release(grant.attempt())).isInstanceOf(ReleaseOutcome.Released.class);
            await().until(() -> bench.keys(name, 1, 2, 4) == 0);
        }
    }

    /** A server that has yet to execute the release, and one that has yet to give back what a failed try got. */
    @Test
    void a_try_between_leftovers_of_others_gets_the_lock_once_they_are_gone() {
        bench = new RedlockBench(3);
        RedlockBackend backend = bench.backend();
        LockName name = bench.name();
        for (int place : new int[] {0, 2}) {
            String left = "1 " + AttemptId.random().text() + " 1 1 -";
            bench.server(place).command("SET", BackendBench.key(name), left, "PX", "1000");
        }
        Grant grant = granted(backend.tryAcquire(attempt(name, LEASE, 1)));
        // Not on all three for certain: the two keys do not end at one moment, and a majority is enough.
        assertThat(backend.renew(grant, LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    /** The server that took no part in the first grant may answer before one that did. */
    @Test
    void an_attempt_that_comes_again_gets_its_token_from_those_that_granted_it() {
        bench = new RedlockBench(3);
        RedlockBackend backend = bench.backend();
        for (int round = 0; round < 30; round++) {
            Attempt attempt = attempt(bench.name(), LEASE, 1);
            String key = BackendBench.key(attempt.name());
            for (int place : new int[] {0, 2}) {
                bench.server(place).command("SET", key, "1 " + attempt.id().text() + " 7 1 -", "PX", "300000");
            }
            assertThat(granted(backend.tryAcquire(attempt)).token()).isEqualTo(7);
        }
    }

    /** A waiter rests without a thread. */
    @Test
    void a_waiter_between_leftovers_of_others_rests() {
        bench = new RedlockBench(3);
        LockName name = bench.name();
        for (int place : new int[] {0, 2}) {
            String left = "1 " + AttemptId.random().text() + " 1 1 -";
            bench.server(place).command("SET", BackendBench.key(name), left, "PX", "300000");
        }
        try (Contest waiter = bench.backend().contest(attempt(name, LEASE, 1))) {
            Contended contended = (Contended) waiter.attempt();
            assertThat(contended.retryAfter()).isBetween(Duration.ofMillis(10), Duration.ofMillis(100));
        }
    }

    @Test
    @DisplayName("L1: with three of five servers down a lock is refused at once and nothing stays on the other two")
    void without_a_majority_a_lock_is_refused() {
        bench = new RedlockBench(5);
        RedlockBackend backend = bench.backend();
        LockName name = bench.name();
        Grant held = granted(backend.tryAcquire(attempt(bench.name(), LEASE, 1)));
        IntStream.of(0, 2, 4).forEach(place -> bench.server(place).kill());
        // Of their connections a first request can only say that it got no answer.
        backend.tryAcquire(attempt(bench.name(), LEASE, 1));
        AcquireOutcome.Refused refused = refused(backend.tryAcquire(attempt(name, LEASE, 1)));
        assertThat(refused.retryable()).isTrue();
        assertThat(refused.cause())
                .hasMessageContaining("only 2 of redlock of redis at")
                .hasMessageContaining("and 3 are needed");
        assertThat(bench.keys(name, 1, 3)).isZero();
        assertThat(backend.renew(held, LEASE)).isInstanceOf(RenewOutcome.Unknown.class);
        assertThat(backend.release(held.attempt())).isInstanceOf(ReleaseOutcome.Unknown.class);
        assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> backend.inspect(name));
    }

    @Test
    @DisplayName("L1: what three silent servers of five grant later is given back, once they answer again")
    void later_grants_of_silent_servers_are_released() {
        bench = new RedlockBench(5);
        RedlockBackend backend = bench.backend("nodeTimeout=500ms");
        LockName name = bench.name();
        awaitConnections(backend);
        IntStream.of(0, 2, 4).forEach(place -> bench.server(place).freeze());
        assertThat(backend.tryAcquire(attempt(name, LEASE, 1))).isInstanceOf(AcquireOutcome.Unknown.class);
        await().atMost(RedlockBench.PATIENCE).until(() -> backend.leftovers() == 3);
        IntStream.of(0, 2, 4).forEach(place -> bench.server(place).thaw());
        // The three have executed it by now, or do so next; no further request is for this lock.
        await().atMost(RedlockBench.PATIENCE)
                .until(() -> bench.server(0)
                        .command("EXISTS", BackendBench.tokenKey(name))
                        .equals("1"));
        bench.awaitKeys(name, 0);
    }

    /**
     * Waits until each server has answered on its connection. On a busy machine the start may have closed one as silent,
     * and then the request under test would not be sent.
     */
    private void awaitConnections(RedlockBackend backend) {
        await().atMost(RedlockBench.PATIENCE).until(() -> {
            LockName other = bench.name();
            backend.tryAcquire(attempt(other, LEASE, 1));
            return bench.keys(other, 0, 1, 2, 3, 4) == 5 && backend.leftovers() == 0;
        });
    }

    @Test
    @DisplayName("L3: a silent server costs neither the lease nor any time, also at the first use of a name")
    void a_silent_minority_is_not_waited_for() {
        bench = new RedlockBench(3);
        RedlockBackend backend = bench.backend("timeout=1m", "nodeTimeout=1m");
        bench.server(1).freeze();
        LockName name = bench.name();
        for (int i = 0; i < 3; i++) {
            long before = System.nanoTime();
            Grant grant = granted(backend.tryAcquire(attempt(name, LEASE, 1)));
            assertThat(backend.release(grant.attempt())).isInstanceOf(ReleaseOutcome.Released.class);
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));
        }
    }

    @Test
    @DisplayName(
            "L3: where a lease has less left on some servers, an attempt that is sent again arms it on all of them")
    void validity_is_that_of_the_server_whose_lease_ends_first() {
        bench = new RedlockBench(3);
        RedlockBackend backend = bench.backend();
        LockName name = bench.name();
        Grant first = granted(backend.tryAcquire(attempt(name, LEASE, 1)));
        bench.awaitKeys(name, 3);
        bench.server(0).command("PEXPIRE", BackendBench.key(name), "20000");
        bench.server(1).command("PEXPIRE", BackendBench.key(name), "10000");
        // With the server that ends the majority the lock is free.
        assertThat(backend.inspect(name).orElseThrow().remaining().orElseThrow())
                .isBetween(Duration.ofSeconds(5), Duration.ofSeconds(20));
        Grant again = granted(backend.tryAcquire(first.attempt()));
        assertThat(again.token()).isEqualTo(first.token());
        assertThat(again.sentNanos()).isGreaterThan(first.sentNanos());
        await().until(() -> IntStream.range(0, 3)
                .allMatch(place -> Long.parseLong(bench.server(place).command("PTTL", BackendBench.key(name)))
                        > LEASE.minusMinutes(2).toMillis()));
    }

    @Test
    void a_servers_answer_counts_once() {
        bench = new RedlockBench(3);
        RedlockBackend backend = bench.backend();
        LockName name = bench.name();
        Grant held = granted(backend.tryAcquire(attempt(name, LEASE, 1)));
        bench.awaitKeys(name, 3);
        bench.forget(name, 2);
        Attempt other = attempt(name, LEASE, 1);
        for (int i = 0; i < 3; i++) {
            contended(backend.tryAcquire(other));
        }
        bench.awaitKeys(name, 2);
        assertThat(backend.renew(held, LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        // A server that has lost the key is lost for this hold.
        assertThat(bench.keys(name, 2)).isZero();
    }

    @Test
    void the_withdrawal_of_a_try_does_not_touch_a_later_one() {
        bench = new RedlockBench(3);
        try (GateProxy proxy =
                GateProxy.redis(bench.server(0).host(), bench.server(0).port())) {
            String uri = "redlock:" + bench.server(0).uriThrough(proxy.port()) + ","
                    + bench.server(1).uri() + "," + bench.server(2).uri();
            RedlockBackend backend = bench.backendAt(uri, "nodeTimeout=3s");
            LockName name = bench.name();
            Attempt attempt = attempt(name, LEASE, 1);
            Grant held = granted(bench.backend().tryAcquire(attempt(name, LEASE, 1)));
            bench.awaitKeys(name, 3);
            bench.forget(name, 0);
            Gate late = proxy.onRequest(message -> message.name().startsWith("EVAL")
                            && message.arguments().contains(attempt.id().text())
                            && message.arguments().size() == 5)
                    .holdRequest();
            contended(backend.tryAcquire(attempt));
            await().until(late::isReached);
            assertThat(backend.release(held.attempt())).isInstanceOf(ReleaseOutcome.Released.class);
            Grant granted = granted(backend.tryAcquire(attempt));
            late.open();
            await().until(late::isAnswered);
            bench.awaitKeys(name, 3);
            assertThat(backend.renew(granted, LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
            assertThat(bench.keys(name, 0)).isEqualTo(1);
        }
    }

    @Test
    void a_release_waits_for_the_request_that_it_could_overtake() {
        bench = new RedlockBench(3);
        try (GateProxy proxy =
                GateProxy.redis(bench.server(0).host(), bench.server(0).port())) {
            RedlockBackend backend =
                    bench.backendAt("redlock:" + bench.server(0).uriThrough(proxy.port()) + ","
                            + bench.server(1).uri() + "," + bench.server(2).uri());
            LockName name = bench.name();
            Gate late =
                    proxy.onRequest(RedisSteps.REDLOCK.of(RequestKind.ACQUIRE)).holdRequest();
            Grant grant = granted(backend.tryAcquire(attempt(name, LEASE, 1)));
            await().until(late::isReached);
            assertThat(backend.release(grant.attempt())).isInstanceOf(ReleaseOutcome.Released.class);
            late.open();
            await().until(late::isAnswered);
            bench.awaitKeys(name, 0);
            assertThat(bench.token(name, 0)).isPositive();
        }
    }

    @Test
    @DisplayName("L1: a vote that arrives after the release of its hold is given back")
    void a_vote_that_arrives_after_the_release_is_compensated() {
        bench = new RedlockBench(3);
        try (GateProxy proxy =
                GateProxy.redis(bench.server(0).host(), bench.server(0).port())) {
            RedlockBackend backend = bench.backendAt(
                    "redlock:" + bench.server(0).uriThrough(proxy.port()) + ","
                            + bench.server(1).uri() + "," + bench.server(2).uri(),
                    "nodeTimeout=2s");
            LockName name = bench.name();
            Gate late =
                    proxy.onRequest(RedisSteps.REDLOCK.of(RequestKind.ACQUIRE)).holdRequest();
            Gate release =
                    proxy.onRequest(RedisSteps.REDLOCK.of(RequestKind.RELEASE)).holdReply();
            Grant grant = granted(backend.tryAcquire(attempt(name, LEASE, 1)));
            await().until(late::isReached);
            assertThat(backend.release(grant.attempt())).isInstanceOf(ReleaseOutcome.Released.class);
            await().atMost(RedlockBench.PATIENCE).until(release::isReached);
            assertThat(bench.keys(name, 0)).isZero();
            release.open();
            late.open();
            await().until(late::isAnswered);
            bench.awaitKeys(name, 0);
            assertThat(bench.token(name, 0)).as("it had voted").isPositive();
            await().atMost(RedlockBench.PATIENCE).until(() -> backend.leftovers() == 0);
        }
    }

    @Test
    void tokens_grow_through_whichever_majority_is_there() {
        bench = new RedlockBench(3);
        RedlockBackend backend = bench.backend("nodeTimeout=10s");
        LockName name = bench.name();
        long last = 0;
        for (int absent : new int[] {0, 1, 2, 0, 2, 1}) {
            bench.server(absent).freeze();
            Grant grant = granted(backend.tryAcquire(attempt(name, LEASE, 1)));
            assertThat(grant.token()).isGreaterThan(last);
            last = grant.token();
            long reported = last;
            assertThat(IntStream.range(0, 3)
                            .filter(place -> place != absent)
                            .allMatch(place -> bench.token(name, place) >= reported))
                    .as("known to both servers that granted it, before the holder gets its token")
                    .isTrue();
            assertThat(backend.release(grant.attempt())).isInstanceOf(ReleaseOutcome.Released.class);
            bench.server(absent).thaw();
            bench.awaitKeys(name, 0);
            await().until(() -> backend.leftovers() == 0);
        }
    }

    @Test
    void a_lock_costs_one_script_on_each_server_to_acquire_and_one_to_release() {
        bench = new RedlockBench(3);
        RedlockBackend backend = bench.backend();
        LockName name = bench.name();
        // The servers learn the scripts, and agree on where the tokens begin.
        granted(backend.tryAcquire(attempt(bench.name(), LEASE, 1)));
        for (int i = 0; i < 3; i++) {
            Grant grant = granted(backend.tryAcquire(attempt(name, LEASE, 1)));
            backend.release(grant.attempt());
            bench.awaitKeys(name, 0);
        }
        bench.group.servers().forEach(server -> server.command("CONFIG", "RESETSTAT"));
        int holds = 20;
        for (int i = 0; i < holds; i++) {
            Grant grant = granted(backend.tryAcquire(attempt(name, LEASE, 1)));
            assertThat(backend.release(grant.attempt())).isInstanceOf(ReleaseOutcome.Released.class);
            // A server that were still to execute it would not grant the next one, and then count otherwise.
            bench.awaitKeys(name, 0);
        }
        for (RedisServer server : bench.group.servers()) {
            await().untilAsserted(() -> {
                Map<String, Long> calls = server.commandCalls();
                assertThat(calls.getOrDefault("evalsha", 0L)).isEqualTo(2L * holds);
                assertThat(calls).doesNotContainKey("eval");
            });
        }
    }

    @Test
    void a_release_wakes_a_waiter_at_any_of_the_servers() throws Exception {
        bench = new RedlockBench(3);
        RedlockBackend backend = bench.backend("pollFallback=1m", "nodeTimeout=2s");
        LockName name = bench.name();
        Grant held = granted(backend.tryAcquire(attempt(name, LEASE, 1)));
        bench.awaitKeys(name, 3);
        try (Contest contest = backend.contest(attempt(name, LEASE, 1))) {
            BackendBench.untilSignalled(contest);
            bench.server(1).kill();
            bench.server(2).freeze();
            // A majority of its servers is gone, and the third reports it.
            backend.release(held.attempt());
            await().atMost(RedlockBench.PATIENCE)
                    .until(() -> contest.signal().toCompletableFuture().isDone());
        }
    }

    @Test
    void a_server_that_was_down_at_the_start_counts_when_it_is_back() {
        bench = new RedlockBench(3);
        bench.server(2).kill();
        RedlockBackend backend = bench.backend();
        bench.server(2).restart();
        await().atMost(RedlockBench.PATIENCE).until(() -> {
            LockName name = bench.name();
            granted(backend.tryAcquire(attempt(name, LEASE, 1)));
            return bench.keys(name, 2) == 1;
        });
        bench.server(0).kill();
        LockName name = bench.name();
        await().until(() -> backend.tryAcquire(attempt(name, LEASE, 1)) instanceof AcquireOutcome.Granted);
    }

    @Test
    void two_addresses_of_one_server_are_refused() {
        bench = new RedlockBench(3);
        String twice = bench.server(0).uri().replace("127.0.0.1", "localhost");
        String uri = "redlock:" + bench.server(0).uri() + "," + twice + ","
                + bench.server(1).uri();
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> bench.backendAt(uri))
                .withMessageContaining("are the same server, which would be counted twice: name each server once");
    }

    @Test
    void a_replica_is_refused() {
        bench = new RedlockBench(3);
        bench.server(2)
                .command(
                        "REPLICAOF",
                        bench.server(0).host(),
                        Integer.toString(bench.server(0).port()));
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> bench.backend())
                .withMessageContaining("redis at " + bench.server(2).host() + ":"
                        + bench.server(2).port())
                .withMessageContaining("is read-only");
    }

    @Test
    void too_few_servers_at_the_start_are_reported() {
        bench = new RedlockBench(3);
        bench.server(0).kill();
        bench.server(2).kill();
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> bench.backend())
                .withMessageContaining("only 1 of the servers")
                .withMessageContaining("answer, and 2 are needed: check that they run, and that the uri names them");
    }

    @Test
    void a_client_connects_by_a_uri() throws Exception {
        bench = new RedlockBench(3);
        try (LockClient client = LockClient.connect(bench.settings());
                LockHandle held = client.lock("order").tryAcquire().orElseThrow()) {
            assertThat(held.fencingToken()).isPositive();
            assertThat(client.capabilities().backend()).isEqualTo("redlock");
        }
    }
}
