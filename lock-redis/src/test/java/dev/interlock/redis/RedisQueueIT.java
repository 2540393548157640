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
import dev.interlock.redis.command.RestLimit;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
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
    void the_first_gets_a_lock_that_it_finds_free_at_once() {
        try (Contest one = entered(first);
                Contest two = entered(second)) {
            fixture.server.command("DEL", key(name));
            granted(one.attempt());
            assertThat(queued()).hasSize(1);
            contended(two.attempt());
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

    /** Nobody would wake it, and the lease of the holder may be long. */
    @Test
    void a_waiter_for_whom_a_queue_has_no_room_looks_each_second() {
        String fill = "for i = 1, 10000 do redis.call('ZADD', KEYS[1], i, i .. ' nobody') end return 0";
        assertThat(fixture.server.command("EVAL", fill, "1", key(name) + ":queue"))
                .isEqualTo("0");
        try (Contest one = first.contest(attempt(name))) {
            untilSignalled(one);
            assertThat(contended(one.attempt())).isEqualTo(RestLimit.UNPROVEN);
            assertThat(queued()).hasSize(10_000);
        }
    }

    /** A queue outlives the next look of each waiter in it. */
    @Test
    void a_client_that_looks_often_does_not_shorten_the_life_of_a_queue() {
        try (Contest one = entered(fixture.backend("pollFallback=1m"));
                Contest two = entered(fixture.backend("pollFallback=1s"))) {
            assertThat(fixture.pttl(key(name) + ":queue"))
                    .isGreaterThan(Duration.ofMinutes(2).toMillis());
            assertThat(woken(one)).isFalse();
            assertThat(woken(two)).isFalse();
        }
    }

    @Test
    void a_set_of_locks_does_not_overtake_waiters() {
        Attempt free = attempt(fixture.name());
        Attempt behind = attempt(name);
        try (Contest one = entered(first)) {
            fixture.server.command("DEL", key(name));
            assertThat(second.bulk().orElseThrow().tryAcquireAll(List.of(free, behind)))
                    .isInstanceOfSatisfying(AcquireAllOutcome.Contended.class, contended -> {
                        assertThat(contended.busy()).isEqualTo(name);
                        assertThat(contended.retryAfter()).isLessThanOrEqualTo(Duration.ofMillis(2001));
                    });
            assertThat(fixture.server.command("EXISTS", key(free.name()))).isEqualTo("0");
            await().until(() -> woken(one));
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
            assertThat(fixture.server.command("PEXPIRE", key(name) + ":queue", "5000"))
                    .isEqualTo("1");
            contended(one.attempt());
            assertThat(fixture.pttl(key(name) + ":queue")).isGreaterThan(100_000L);
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
