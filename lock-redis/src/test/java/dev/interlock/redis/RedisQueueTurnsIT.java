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
import dev.interlock.memory.ManualClock;
import dev.interlock.redis.command.RestLimit;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.wire.Message;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What the messages of a server queue do by themselves: the clock of the clients stands still, so that no heartbeat makes
 * good what a message did not do.
 */
class RedisQueueTurnsIT {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();
    private BackendBench fixture;
    private GateProxy proxy;
    private LockBackend holders;
    private LockBackend first;
    private LockBackend second;
    private LockName name;
    private Attempt holder;

    @BeforeEach
    void start() {
        fixture = BackendBench.at(clock);
        proxy = GateProxy.redis(fixture.server.host(), fixture.server.port());
        holders = fixture.backend();
        first = fixture.backendAt(fixture.server.uriThrough(proxy.port()), "clientName=first");
        second = fixture.backend();
        name = fixture.name();
        holder = attempt(name, Duration.ofMinutes(2), 1);
        granted(holders.tryAcquire(holder));
    }

    @AfterEach
    void stop() {
        fixture.close();
        proxy.close();
    }

    @Test
    void an_attempt_that_leaves_in_its_turn_passes_it_on() {
        try (Contest two = behindOneWhoseTurnHasCome()) {
            await().until(() -> woken(two));
            granted(two.attempt());
        }
    }

    private Contest behindOneWhoseTurnHasCome() {
        try (Contest one = entered(first, attempt(name))) {
            Contest two = entered(second, attempt(name));
            release();
            await().until(() -> woken(one));
            return two;
        }
    }

    @Test
    void an_attempt_that_is_withdrawn_in_its_turn_passes_it_on() {
        Attempt withdrawn = attempt(name);
        try (Contest one = entered(first, withdrawn);
                Contest two = entered(second, attempt(name))) {
            release();
            await().until(() -> woken(one));
            assertThat(first.release(withdrawn)).isEqualTo(new ReleaseOutcome.NotOwner());
            await().until(() -> woken(two));
            granted(two.attempt());
        }
    }

    @Test
    void a_client_that_is_gone_is_passed_over_at_once() {
        entered(first, attempt(name));
        try (Contest two = entered(second, attempt(name))) {
            first.close();
            await().until(() -> !fixture.server.command("CLIENT", "LIST").contains(" name=first "));
            assertThat(queued()).hasSize(2);
            release();
            await().until(() -> woken(two));
            granted(two.attempt());
        }
    }

    @Test
    void a_turn_of_an_attempt_that_has_left_is_passed_on() throws InterruptedException {
        try (Contest two = behindOneWhoseRequestToLeaveIsLost()) {
            release();
            await().until(() -> woken(two));
            granted(two.attempt());
        }
    }

    private Contest behindOneWhoseRequestToLeaveIsLost() throws InterruptedException {
        Contest two;
        Gate gate;
        try (Contest one = entered(first, attempt(name))) {
            two = entered(second, attempt(name));
            gate = proxy.onRequest(Message.named("EVALSHA")).dropRequest(ConnectionEnding.RESET);
            assertThat(woken(one)).isFalse();
        }
        gate.awaitReached(LIMIT);
        assertThat(queued()).hasSize(2);
        return two;
    }

    @Test
    void an_attempt_without_an_answer_leaves_the_queue_that_it_may_have_entered() {
        Contest one = first.contest(attempt(name));
        proxy.onRequest(Message.named("EVALSHA")).dropReply(ConnectionEnding.CUT);
        assertThat(one.attempt()).isInstanceOf(AcquireOutcome.Unknown.class);
        await().until(() -> queued().size() == 1);
        one.close();
        await().until(() -> queued().isEmpty());
    }

    @Test
    void a_client_that_is_closed_leaves_its_queues_before() throws InterruptedException {
        Contest one = entered(first, attempt(name));
        Contest two = entered(first, elsewhere());
        Gate gate = proxy.onRequest(Message.named("EVALSHA")).holdRequest();
        one.close();
        two.close();
        gate.awaitReached(LIMIT);
        Thread closing = new Thread(first::close);
        closing.start();
        await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        gate.open();
        closing.join();
        assertThat(fixture.server.command("KEYS", "*:queue")).isEmpty();
    }

    @Test
    void a_turn_between_the_look_of_a_waiter_and_its_joining_wakes_it() throws InterruptedException {
        try (Contest other = entered(first, elsewhere());
                Contest one = first.contest(attempt(name))) {
            Gate subscribing = heldSubscription(other);
            Gate looking = proxy.onRequest(Message.named("EVALSHA")).holdReply();
            CompletableFuture<AcquireOutcome> look = CompletableFuture.supplyAsync(one::attempt);
            looking.awaitReached(LIMIT);
            subscribing.open();
            await().until(other::signalled);
            release();
            looking.open();
            contended(look.join());
            await().until(() -> woken(one));
            granted(one.attempt());
        }
    }

    @Test
    void a_release_before_the_client_listens_wakes_its_waiter_once_it_does() throws InterruptedException {
        try (Contest other = entered(first, elsewhere());
                Contest one = first.contest(attempt(name))) {
            Gate subscribing = heldSubscription(other);
            contended(one.attempt());
            release();
            assertThat(woken(one)).isFalse();
            subscribing.open();
            await().until(() -> woken(one));
            granted(one.attempt());
        }
    }

    /** Of another lock that is held. */
    private Attempt elsewhere() {
        Attempt other = attempt(fixture.name());
        granted(holders.tryAcquire(attempt(other.name(), Duration.ofMinutes(2), 1)));
        return other;
    }

    /** The subscription is broken, and the next one, which a waiter needs, is held. */
    private Gate heldSubscription(Contest needing) throws InterruptedException {
        Gate gate = proxy.onRequest(Message.named("SUBSCRIBE")).holdRequest();
        assertThat(fixture.server.command("CLIENT", "KILL", "TYPE", "pubsub")).isNotEqualTo("0");
        gate.awaitReached(LIMIT);
        assertThat(needing.signalled()).isFalse();
        return gate;
    }

    @Test
    void a_waiter_whose_client_no_longer_listens_looks_for_itself() {
        try (Contest one = entered(first, attempt(name))) {
            proxy.onRequest(Message.named("SUBSCRIBE")).always().dropRequest(ConnectionEnding.RESET);
            assertThat(fixture.server.command("CLIENT", "KILL", "TYPE", "pubsub"))
                    .isNotEqualTo("0");
            await().until(() -> woken(one));
            proxy.heal();
        }
    }

    @Test
    void a_waiter_that_rests_for_long_is_woken_when_nothing_proves_any_more_that_it_would_be() {
        try (Contest one = entered(first, attempt(name))) {
            assertThat(contended(one.attempt())).isEqualTo(Duration.ofSeconds(30));
            // The next beat: no other one is published until it has come.
            Gate gate = proxy.onRequest(Message.named("EVALSHA")).holdRequest();
            for (int beat = 0; beat < 4; beat++) {
                clock.advance(Duration.ofSeconds(1));
            }
            await().until(() -> woken(one));
            assertThat(contended(one.attempt())).isEqualTo(RestLimit.UNPROVEN);
            gate.open();
        }
    }

    private static Contest entered(LockBackend backend, Attempt attempt) {
        Contest contest = backend.contest(attempt);
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

    private void release() {
        assertThat(holders.release(holder)).isEqualTo(new ReleaseOutcome.Released());
    }
}
