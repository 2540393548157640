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
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;

/** Waiters whose queue, message or neighbour is lost, and messages that are not the server's. */
class RedisQueueLossIT {

    /** Below the rest of a waiter whose signals are proven, which is 30 s, and long against a loaded machine. */
    private static final Duration SOON = Duration.ofSeconds(15);

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
        holder = attempt(name, Duration.ofMinutes(2), 1);
        granted(holders.tryAcquire(holder));
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void a_lock_kept_for_a_silent_waiter_goes_on_when_the_last_in_the_queue_has_left() {
        try (Contest one = entered(first, attempt(name));
                Contest two = entered(second, attempt(name))) {
            Contest last = entered(fixture.backend(), attempt(name));
            release(holders);
            await().until(() -> woken(one));
            last.close();
            // The first does not come, and the present holder's lease would have lasted for two minutes.
            await().atMost(SOON).until(() -> woken(two));
            granted(two.attempt());
        }
    }

    @Test
    void a_lock_kept_for_a_silent_waiter_goes_on_when_the_last_in_the_queue_has_died() {
        try (Contest one = entered(first, attempt(name));
                Contest two = entered(second, attempt(name))) {
            LockBackend third = fixture.backend();
            entered(third, attempt(name));
            release(holders);
            await().until(() -> woken(one));
            third.close();
            await().atMost(SOON).until(() -> woken(two));
            granted(two.attempt());
        }
    }

    @Test
    void a_lock_whose_holder_died_goes_to_the_first_in_the_queue() {
        try (Contest one = entered(first, attempt(name));
                Contest two = entered(second, attempt(name))) {
            fixture.server.command("DEL", key(name));
            await().atMost(SOON).until(() -> woken(one));
            granted(one.attempt());
            assertThat(woken(two)).isFalse();
        }
    }

    @Test
    void a_waiter_enters_again_when_its_queue_is_lost() {
        Attempt waiting = attempt(name);
        try (Contest one = entered(first, waiting)) {
            assertThat(fixture.server.command("DEL", key(name) + ":queue")).isEqualTo("1");
            await().atMost(SOON).until(() -> woken(one));
            contended(one.attempt());
            release(holders);
            assertThat(keptFor(waiting)).isTrue();
        }
    }

    @Test
    void a_foreign_value_under_one_key_costs_other_waiters_nothing() {
        LockName other = fixture.name();
        granted(holders.tryAcquire(attempt(other, Duration.ofMinutes(2), 1)));
        try (Contest foreign = entered(first, attempt(other));
                Contest one = entered(first, attempt(name))) {
            assertThat(fixture.server.command("DEL", key(other) + ":queue")).isEqualTo("1");
            assertThat(fixture.server.command("SET", key(other) + ":queue", "foreign"))
                    .isEqualTo("OK");
            await().atMost(SOON).until(() -> woken(foreign));
            fixture.server.command("DEL", key(name));
            await().atMost(SOON).until(() -> woken(one));
        }
    }

    @Test
    void a_monitor_of_all_channels_does_not_make_a_dead_client_alive() throws IOException {
        Attempt waiting = attempt(name);
        try (Socket monitor = new Socket(fixture.server.host(), fixture.server.port())) {
            monitor.getOutputStream().write("PSUBSCRIBE *\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(monitor.getInputStream().read()).isEqualTo('*');
            entered(first, attempt(name));
            try (Contest two = entered(second, waiting)) {
                first.close();
                await().until(() -> !fixture.server.command("CLIENT", "LIST").contains(" name=first "));
                release(holders);
                assertThat(keptFor(waiting)).isTrue();
                await().until(() -> woken(two));
            }
        }
    }

    @Test
    void a_forged_turn_has_no_lock_of_others_released() {
        Attempt theirs = attempt(name);
        String channel;
        Attempt waiting = attempt(fixture.name());
        granted(holders.tryAcquire(attempt(waiting.name(), Duration.ofMinutes(2), 1)));
        try (Contest one = entered(first, theirs);
                Contest two = entered(second, waiting)) {
            release(holders);
            await().until(() -> woken(one));
            channel = queued(waiting.name()).get(0).split(" ", -1)[1];
            String forged = "turn " + theirs.id().text();
            fixture.server.command("PUBLISH", channel, forged);
            fixture.server.command("PUBLISH", channel, forged + " " + key(name));
            fixture.server.command("PUBLISH", channel, "turn " + waiting.id().text() + " " + key(name));
            fixture.server.command("PUBLISH", channel, "turn " + waiting.id().text());
            await().until(() -> woken(two));
            // It ends what it has begun.
            second.close();
            assertThat(keptFor(theirs)).isTrue();
        }
    }

    @Test
    void where_listeners_are_not_counted_a_waiter_that_has_not_looked_for_long_is_passed_over() {
        List<UnifiedJedis> clients = new ArrayList<>();
        try {
            LockBackend gone = borrowing(clients);
            LockBackend alive = borrowing(clients);
            LockBackend releasing = borrowing(clients);
            LockName other = fixture.name();
            Attempt held = attempt(other);
            granted(releasing.tryAcquire(held));
            Attempt waiting = attempt(other);
            try (Contest one = entered(gone, attempt(other));
                    Contest two = entered(alive, waiting)) {
                // Its last look is 5 s ago.
                assertThat(fixture.server.command(
                                "ZINCRBY",
                                key(other) + ":looks",
                                "-5000",
                                queued(other).get(0)))
                        .isNotEmpty();
                assertThat(releasing.release(held)).isEqualTo(new ReleaseOutcome.Released());
                assertThat(keptFor(waiting)).isTrue();
                await().until(() -> woken(two));
                assertThat(woken(one)).isFalse();
            }
        } finally {
            clients.forEach(UnifiedJedis::close);
        }
    }

    private LockBackend borrowing(List<UnifiedJedis> clients) {
        UnifiedJedis client = ApplicationClient.of(fixture.server);
        clients.add(client);
        return fixture.started(RedisLockBackend.using(client, RedisLockOptions.STANDARD));
    }

    private static Contest entered(LockBackend backend, Attempt attempt) {
        Contest contest = backend.contest(attempt);
        untilSignalled(contest);
        contended(contest.attempt());
        return contest;
    }

    private boolean keptFor(Attempt attempt) {
        return fixture.server
                .command("GET", key(attempt.name()))
                .startsWith("0 " + attempt.id().text() + " ");
    }

    private List<String> queued(LockName lock) {
        return fixture.server
                .command("ZRANGE", key(lock) + ":queue", "0", "-1")
                .lines()
                .toList();
    }

    private static boolean woken(Contest contest) {
        return contest.signal().toCompletableFuture().isDone();
    }

    private void release(LockBackend backend) {
        assertThat(backend.release(holder)).isEqualTo(new ReleaseOutcome.Released());
    }
}
