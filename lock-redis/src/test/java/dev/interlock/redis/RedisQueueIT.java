// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.contended;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.key;
import static dev.interlock.redis.BackendBench.untilSignalled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.wire.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server queues of locks: their members, the order of their wake-ups, and the removal of clients that are gone. */
class RedisQueueIT {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private BackendBench fixture;
    private LockBackend holders;
    private LockBackend first;
    private LockBackend second;
    private LockName name;
    private Attempt holder;

    @BeforeEach
    void start() {
        fixture = new BackendBench();
        holders = fixture.backend("clientName=holders");
        first = fixture.backend("clientName=first");
        second = fixture.backend("clientName=second");
        name = fixture.name();
        holder = attempt(name);
        granted(holders.tryAcquire(holder));
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void a_release_reserves_the_lock_for_the_first_and_wakes_no_other() {
        try (Contest one = entered(first);
                Contest two = entered(second)) {
            release(holders, holder);
            await().until(() -> woken(one));
            assertThat(woken(two)).isFalse();
            assertThat(holders.inspect(name)).as("not held yet").isEmpty();
            contended(two.attempt());
            contended(holders.tryAcquire(attempt(name)));
            granted(one.attempt());
            assertThat(holders.inspect(name)).isPresent();
            contended(two.attempt());
        }
    }

    @Test
    void looking_again_does_not_cost_the_place_in_the_queue() {
        try (Contest one = entered(first);
                Contest two = entered(second)) {
            contended(one.attempt());
            assertThat(queued()).hasSize(2);
            release(holders, holder);
            await().until(() -> woken(one));
            assertThat(woken(two)).isFalse();
        }
    }

    @Test
    void an_attempt_that_left_the_queue_is_passed_over() {
        try (Contest two = queuedBehindOneThatLeaves()) {
            await().until(() -> queued().size() == 1);
            release(holders, holder);
            await().until(() -> woken(two));
            granted(two.attempt());
        }
    }

    private Contest queuedBehindOneThatLeaves() {
        Contest two;
        try (Contest one = entered(first)) {
            two = entered(second);
            assertThat(woken(one)).isFalse();
        }
        return two;
    }

    @Test
    void an_attempt_that_leaves_with_a_reservation_passes_it_on() {
        try (Contest two = behindOneWhoseTurnHasCome()) {
            await().until(() -> woken(two));
            granted(two.attempt());
        }
    }

    private Contest behindOneWhoseTurnHasCome() {
        try (Contest one = entered(first)) {
            Contest two = entered(second);
            release(holders, holder);
            await().until(() -> woken(one));
            return two;
        }
    }

    @Test
    void a_client_that_is_gone_is_passed_over_at_once() {
        entered(first);
        try (Contest two = entered(second)) {
            first.close();
            await().until(() -> connections("first").isEmpty());
            assertThat(queued()).hasSize(2);
            release(holders, holder);
            await().until(() -> woken(two));
            granted(two.attempt());
        }
    }

    @Test
    void a_client_that_is_silent_costs_the_others_two_seconds() {
        try (Contest one = entered(first);
                Contest two = entered(second)) {
            release(holders, holder);
            await().until(() -> woken(one));
            // It does not come. No other caller releases a lock, and no lease ends soon.
            await().atMost(LIMIT).until(() -> woken(two));
            granted(two.attempt());
        }
    }

    @Test
    void a_reservation_for_a_waiter_that_has_left_is_returned() throws InterruptedException {
        try (GateProxy proxy = GateProxy.redis(fixture.server.host(), fixture.server.port())) {
            LockBackend far = fixture.backendAt(fixture.server.uriThrough(proxy.port()), "timeout=1s");
            try (Contest two = queuedBehind(far, proxy)) {
                release(holders, holder);
                await().until(() -> woken(two));
                granted(two.attempt());
            }
        }
    }

    /** The request to leave gets lost, so that the attempt of the far client stays in the queue. */
    private Contest queuedBehind(LockBackend far, GateProxy proxy) throws InterruptedException {
        Contest two;
        Gate gate;
        try (Contest one = entered(far)) {
            two = entered(second);
            gate = proxy.onRequest(Message.named("EVALSHA")).dropRequest(ConnectionEnding.RESET);
            assertThat(woken(one)).isFalse();
        }
        gate.awaitReached(LIMIT);
        assertThat(queued()).hasSize(2);
        return two;
    }

    @Test
    void an_expired_lock_goes_to_the_first_whichever_waiter_asks() {
        try (Contest one = entered(first);
                Contest two = entered(second)) {
            fixture.server.command("DEL", key(name));
            contended(two.attempt());
            await().until(() -> woken(one));
            granted(one.attempt());
        }
    }

    @Test
    void a_try_does_not_overtake_waiters() {
        try (Contest one = entered(first)) {
            fixture.server.command("DEL", key(name));
            contended(second.tryAcquire(attempt(name)));
            granted(one.attempt());
        }
    }

    @Test
    void a_withdrawn_attempt_leaves_the_queue() {
        Attempt waiting = attempt(name);
        try (Contest one = first.contest(waiting)) {
            contended(one.attempt());
            assertThat(first.release(waiting)).isEqualTo(new ReleaseOutcome.NotOwner());
            assertThat(queued()).isEmpty();
        }
    }

    @Test
    void a_queue_is_gone_when_no_attempt_waits() {
        try (Contest one = entered(first)) {
            release(holders, holder);
            granted(one.attempt());
        }
        assertThat(fixture.server.command("EXISTS", key(name) + ":queue")).isEqualTo("0");
    }

    @Test
    void a_queue_outlives_the_longest_rest_of_those_in_it() {
        try (Contest one = entered(first)) {
            assertThat(fixture.pttl(key(name) + ":queue")).isBetween(100_000L, 120_000L);
            assertThat(woken(one)).isFalse();
        }
    }

    @Test
    void a_waiting_client_sends_two_commands_a_second() {
        try (Contest one = entered(first)) {
            fixture.server.command("CONFIG", "RESETSTAT");
            long before = System.nanoTime();
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> fixture.server.commandCalls().getOrDefault("evalsha", 0L) >= 3);
            long heartbeats = Duration.ofNanos(System.nanoTime() - before).toSeconds() + 2;
            Map<String, Long> calls = fixture.server.commandCalls();
            assertThat(calls.get("evalsha")).isLessThanOrEqualTo(heartbeats);
            assertThat(calls.get("subscribe")).as("of three clients").isLessThanOrEqualTo(3 * heartbeats);
            // What we ask for here, and what a connection is asked that has rested.
            List.of("config", "config|resetstat", "info", "ping").forEach(calls::remove);
            assertThat(calls).containsOnlyKeys("evalsha", "subscribe", "del", "publish", "get", "zscore");
            assertThat(woken(one)).isFalse();
        }
    }

    @Test
    void ten_thousand_names_wait_on_one_channel() {
        List<Contest> contests = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            LockName other = fixture.name();
            granted(holders.tryAcquire(attempt(other, Duration.ofMinutes(5), 1)));
            Contest contest = first.contest(attempt(other));
            contended(contest.attempt());
            contests.add(contest);
        }
        assertThat(connections("first"))
                .filteredOn(line -> !line.contains(" sub=0 "))
                .singleElement()
                .asString()
                .contains(" sub=1 ");
        contests.forEach(Contest::close);
        await().atMost(Duration.ofMinutes(2))
                .until(() -> fixture.server.command("KEYS", "*:queue").isEmpty());
    }

    private Contest entered(LockBackend backend) {
        Contest contest = backend.contest(attempt(name));
        untilSignalled(contest);
        contended(contest.attempt());
        return contest;
    }

    private static boolean woken(Contest contest) {
        return contest.signal().toCompletableFuture().isDone();
    }

    private List<String> queued() {
        return fixture.server
                .command("ZRANGE", key(name) + ":queue", "0", "-1")
                .lines()
                .toList();
    }

    private List<String> connections(String client) {
        return fixture.server
                .command("CLIENT", "LIST")
                .lines()
                .filter(line -> line.contains(" name=" + client + " "))
                .toList();
    }

    private static void release(LockBackend backend, Attempt attempt) {
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
    }
}
