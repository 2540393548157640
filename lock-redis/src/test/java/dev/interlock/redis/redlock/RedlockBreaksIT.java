// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.contended;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.Renewal;
import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingDomain;
import dev.interlock.redis.ApplicationClient;
import dev.interlock.redis.guard.RedisFencingGuard;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.ServerClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;

/** Where a lock over several servers breaks, each break shown with the tokens of both holders. */
class RedlockBreaksIT {

    private static final Duration LEASE = Duration.ofMinutes(5);
    private static final Duration HOUR = Duration.ofHours(1);

    private RedlockBench bench;

    @AfterEach
    void stop() {
        if (bench != null) {
            bench.close();
        }
    }

    /** With a clock for each server. */
    private List<ServerClock> clocked(int size) {
        List<ServerClock> clocks =
                Stream.generate(ServerClock::make).limit(size).toList();
        bench = new RedlockBench(size, place -> RedisServer.start(clocks.get(place)));
        return clocks;
    }

    /** A grant that exactly the first three of five servers know. */
    private Grant grantedByThreeOfFive(RedlockBackend backend, LockName name) {
        Grant held = granted(backend.tryAcquire(attempt(name, LEASE, 1)));
        bench.awaitKeys(name, 5);
        bench.forget(name, 3, 4);
        return held;
    }

    /** A connection to a server that was restarted can only say, once, that it got no answer. */
    private static void awaitTold(RedlockBackend backend, Grant held) {
        await().until(() -> backend.renew(held, LEASE) instanceof RenewOutcome.NotOwner);
    }

    private void requireSecondHolder(RedlockBackend first, Grant held, RedlockBackend second) {
        LockName name = held.attempt().name();
        Grant other = granted(second.tryAcquire(attempt(name, LEASE, 1)));
        assertThat(other.token()).as("a guard distinguishes them").isGreaterThan(held.token());
        awaitTold(first, held);
        assertThat(second.renew(other, LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    @Test
    @DisplayName("L2: one server of a majority restarts without its data, and a second holder finds a majority")
    void a_server_that_forgets_makes_a_second_majority() {
        bench = new RedlockBench(5);
        RedlockBackend first = bench.backend();
        Grant held = grantedByThreeOfFive(first, bench.name());
        bench.server(2).restartEmpty();
        requireSecondHolder(first, held, bench.backend());
    }

    @Test
    @DisplayName(
            "L2: a restarted server that stays away for the longest lease, by restartGuard, makes no second majority")
    void a_delayed_restart_keeps_the_second_majority_away() {
        List<ServerClock> clocks = clocked(5);
        // By their clocks all of them have run for an hour.
        clocks.forEach(clock -> clock.shift(HOUR));
        String guard = "restartGuard=" + LEASE.toSeconds() + "s";
        RedlockBackend first = bench.backend(guard);
        await().until(() -> first.tryAcquire(attempt(bench.name(), LEASE, 1)) instanceof AcquireOutcome.Granted);
        Grant held = grantedByThreeOfFive(first, bench.name());
        bench.server(2).restartEmpty();
        RedlockBackend second = bench.backend(guard);
        LockName name = held.attempt().name();
        for (int i = 0; i < 3; i++) {
            contended(second.tryAcquire(attempt(name, LEASE, 1)));
        }
        // Two of five are not enough to hold it, but other attempts do not find it free.
        awaitTold(first, held);
        // When the lease is over it grants again.
        clocks.forEach(clock -> clock.shift(HOUR.plus(LEASE).plusSeconds(2)));
        granted(second.tryAcquire(attempt(name, LEASE, 1)));
        await().until(() -> bench.keys(name, 2) == 1);
    }

    @Test
    @DisplayName(
            "L3: the clock of one server of a majority jumps, its part of the lease ends, and a second holder comes")
    void a_clock_that_jumps_makes_a_second_majority() {
        List<ServerClock> clocks = clocked(5);
        RedlockBackend first = bench.backend();
        Grant held = grantedByThreeOfFive(first, bench.name());
        clocks.get(2).shift(HOUR);
        requireSecondHolder(first, held, bench.backend());
    }

    @Test
    @DisplayName(
            "L2: a majority restarts without its data: two holders, distinguished by tokens that grow with its clocks")
    void a_majority_that_forgets_grants_again_with_a_greater_token() {
        bench = new RedlockBench(3);
        RedlockBackend first = bench.backend();
        Grant held = granted(first.tryAcquire(attempt(bench.name(), LEASE, 1)));
        bench.awaitKeys(held.attempt().name(), 3);
        bench.server(0).restartEmpty();
        bench.server(1).restartEmpty();
        requireSecondHolder(first, held, bench.backend());
    }

    /** Its token would be that of the hold, and the last one of the name on each server. */
    @Test
    @DisplayName("L3: a server whose clock is beyond the greatest token gives no vote")
    void a_clock_beyond_the_greatest_token_gives_no_vote() {
        List<ServerClock> clocks = clocked(3);
        RedlockBackend backend = bench.backend();
        Duration far = Duration.between(Instant.now(), Instant.parse("2255-06-07T00:00:00Z"));
        clocks.get(0).shift(far);
        LockName name = bench.name();
        Grant grant = granted(backend.tryAcquire(attempt(name, LEASE, 1)));
        assertThat(grant.token()).isLessThan(1L << 53);
        clocks.get(1).shift(far);
        assertThat(refused(backend.tryAcquire(attempt(bench.name(), LEASE, 1))).cause())
                .hasMessageContaining("has a clock that is far ahead");
    }

    @Test
    @DisplayName(
            "L3: a majority that lost its data gives a smaller token if its clocks are behind: what is not promised")
    void a_majority_that_forgets_with_clocks_behind_gives_a_smaller_token() {
        List<ServerClock> clocks = clocked(3);
        RedlockBackend backend = bench.backend();
        Grant held = granted(backend.tryAcquire(attempt(bench.name(), LEASE, 1)));
        LockName name = held.attempt().name();
        bench.awaitKeys(name, 3);
        clocks.get(0).shift(HOUR.negated());
        clocks.get(1).shift(HOUR.negated());
        bench.server(0).restartEmpty();
        bench.server(1).restartEmpty();
        Grant other = granted(bench.backend().tryAcquire(attempt(name, LEASE, 1)));
        assertThat(other.token()).isLessThan(held.token());
    }

    @Test
    @DisplayName(
            "L3: while one server of each majority remembers, tokens grow although clocks go back and data are lost")
    void a_minority_that_forgets_with_a_clock_behind_costs_no_token() {
        List<ServerClock> clocks = clocked(3);
        RedlockBackend backend = bench.backend();
        LockName name = bench.name();
        long last = 0;
        for (int place = 0; place < 3; place++) {
            Grant held = granted(backend.tryAcquire(attempt(name, LEASE, 1)));
            assertThat(held.token()).isGreaterThan(last);
            last = held.token();
            bench.awaitKeys(name, 3);
            long reported = last;
            await().until(() -> IntStream.range(0, 3).allMatch(each -> bench.token(name, each) >= reported));
            backend.release(held.attempt());
            bench.awaitKeys(name, 0);
            clocks.get(place).shift(HOUR.negated());
            bench.server(place).command("FLUSHALL");
        }
        assertThat(granted(backend.tryAcquire(attempt(name, LEASE, 1))).token()).isGreaterThan(last);
    }

    @Test
    @DisplayName("C2: a holder that is paused past its lease loses an effect, unless the resource checks its token")
    void a_paused_holder_is_caught_by_its_token_alone() throws Exception {
        bench = new RedlockBench(3);
        AcquireOptions brief = AcquireOptions.waitAtMost(Duration.ZERO)
                .withLease(Duration.ofSeconds(4))
                .withRenewal(Renewal.NONE);
        AcquireOptions next = brief.withLease(LEASE).withMaxWait(RedlockBench.PATIENCE);
        try (LockClient pausing = LockClient.connect(bench.settings());
                LockClient other = LockClient.connect(bench.settings());
                RedisServer resource = RedisServer.start();
                UnifiedJedis application = ApplicationClient.of(resource)) {
            RedisFencingGuard guard = RedisFencingGuard.using(application);
            FencingDomain domain = new FencingDomain("redlock", 1);
            String key = "stock:" + RedisFencingGuard.tag("order");
            LockHandle first = pausing.lock("order").tryAcquire(brief).orElseThrow();
            FencingClaim late = domain.claim(first);
            first.ensureHeld(Duration.ZERO);
            // The pause, after the check and before the write: its lease ends, and another holder works.
            LockHandle second = other.lock("order").acquire(next);
            assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
            guard.set(domain.claim(second), key, "second");
            assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> guard.set(late, key, "first"));
            assertThat(resource.command("GET", key)).isEqualTo("second");
            resource.command("SET", key, "first, unchecked");
            assertThat(resource.command("GET", key)).isEqualTo("first, unchecked");
        }
    }
}
