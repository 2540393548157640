// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.contended;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.key;
import static dev.interlock.redis.BackendBench.tokenKey;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.context.StandaloneContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RedisScriptsIT {

    private static BackendBench fixture;
    private static LockBackend backend;

    private final LockName name = fixture.name();

    @BeforeAll
    static void start() {
        fixture = new BackendBench();
        backend = fixture.backend();
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    @Test
    void declares_what_it_can_do() {
        assertThat(backend.capabilities().declared())
                .containsExactlyInAnyOrder(
                        Capability.NOTIFIES_WAITERS,
                        Capability.FIFO_BETWEEN_CLIENTS,
                        Capability.TOKENS_SURVIVE_DATA_LOSS,
                        Capability.GRANTS_ALL_AT_ONCE,
                        Capability.KEEPS_LOCK_DELAY,
                        Capability.RECALLS,
                        Capability.REPORTS_LOSS,
                        Capability.SHARES);
        assertThat(backend.capabilities().waiting()).isEqualTo(Waiting.SIGNAL);
        assertThat(backend.capabilities().maxTokens()).isEqualTo(1_000);
        assertThat(backend.store()).isEqualTo("redis at 127.0.0.1:" + fixture.server.port());
    }

    @Test
    void a_free_lock_is_granted_with_a_token_of_the_servers_clock() {
        Attempt attempt = attempt(name);
        long before = StandaloneContext.now();
        Grant grant = granted(backend.tryAcquire(attempt));
        assertThat(grant.sentNanos()).isBetween(before, StandaloneContext.now());
        assertThat(grant.lease()).isEqualTo(BackendBench.LEASE);
        assertThat(grant.token()).isCloseTo(serverMicros(), Offset.offset(10_000_000L));
        assertThat(fixture.server.command("GET", key(name)))
                .isEqualTo("1 " + attempt.id().text() + " " + grant.token() + " 1 -");
        assertThat(fixture.server.command("GET", tokenKey(name))).isEqualTo(Long.toString(grant.token()));
        assertThat(fixture.pttl(key(name))).isBetween(20_000L, 30_000L);
        assertThat(fixture.pttl(tokenKey(name))).isBetween(86_390_000L, 86_400_000L);
    }

    @Test
    void the_same_attempt_finds_its_grant_with_the_lease_armed_anew() {
        Attempt attempt = attempt(name);
        Grant first = granted(backend.tryAcquire(attempt));
        assertThat(fixture.server.command("PEXPIRE", key(name), "5000")).isEqualTo("1");
        assertThat(fixture.server.command("PEXPIRE", tokenKey(name), "5000")).isEqualTo("1");
        Grant second = granted(backend.tryAcquire(attempt));
        assertThat(second.token()).isEqualTo(first.token());
        assertThat(second.sentNanos()).isGreaterThan(first.sentNanos());
        assertThat(fixture.pttl(key(name))).isGreaterThan(20_000);
        assertThat(fixture.pttl(tokenKey(name))).isGreaterThan(86_000_000);
    }

    @Test
    void neither_a_late_acquisition_nor_a_late_renewal_shortens_a_lease() {
        Grant grant = granted(backend.tryAcquire(attempt(name)));
        assertThat(backend.renew(grant, Duration.ofDays(20))).isInstanceOf(RenewOutcome.Renewed.class);
        granted(backend.tryAcquire(grant.attempt()));
        assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(fixture.pttl(key(name))).isGreaterThan(Duration.ofDays(19).toMillis());
        assertThat(fixture.pttl(tokenKey(name)))
                .isGreaterThan(Duration.ofDays(39).toMillis());
    }

    @Test
    void a_lock_of_ours_that_lost_its_expiry_gets_it_back_by_renewal() {
        Grant grant = granted(backend.tryAcquire(attempt(name)));
        assertThat(fixture.server.command("PERSIST", key(name))).isEqualTo("1");
        assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(fixture.pttl(key(name))).isBetween(1L, 30_000L);
    }

    @Test
    void a_held_lock_is_contended_for_what_is_left_of_the_lease() {
        Grant grant = granted(backend.tryAcquire(attempt(name)));
        Duration retryAfter = contended(backend.tryAcquire(attempt(name)));
        assertThat(retryAfter).isBetween(Duration.ofSeconds(20), BackendBench.LEASE.plusMillis(1));
        assertThat(fixture.server.command("GET", key(name)))
                .contains(grant.attempt().id().text());
    }

    @Test
    void tokens_grow_over_blocks_of_1_and_3() {
        long last = 0;
        for (int tokens : new int[] {1, 3, 1, 3, 3, 64, 1}) {
            Attempt attempt = attempt(name, BackendBench.LEASE, tokens);
            Grant grant = granted(backend.tryAcquire(attempt));
            assertThat(grant.token()).isGreaterThan(last);
            last = grant.token() + tokens - 1;
            assertThat(fixture.server.command("GET", tokenKey(name))).isEqualTo(Long.toString(last));
            assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
        }
    }

    @Test
    void a_token_ahead_of_the_clock_still_grows() {
        long ahead = serverMicros() + 3_600_000_000L;
        assertThat(fixture.server.command("SET", tokenKey(name), Long.toString(ahead)))
                .isEqualTo("OK");
        assertThat(granted(backend.tryAcquire(attempt(name))).token()).isEqualTo(ahead + 1);
        assertThat(fixture.pttl(tokenKey(name)))
                .as("a day after the clock has passed it")
                .isBetween(86_400_000L + 3_590_000L, 86_400_000L + 3_600_001L);
    }

    @Test
    void nothing_shortens_the_life_of_a_token_that_is_ahead_of_the_clock() {
        fixture.server.command("SET", tokenKey(name), Long.toString(serverMicros() + 3_600_000_000L));
        Grant grant = granted(backend.tryAcquire(attempt(name)));
        assertThat(backend.renew(grant, BackendBench.LEASE.plusSeconds(1))).isInstanceOf(RenewOutcome.Renewed.class);
        fixture.server.command("PEXPIRE", key(name), "5000");
        granted(backend.tryAcquire(grant.attempt()));
        assertThat(fixture.pttl(tokenKey(name))).isGreaterThan(86_400_000L + 3_000_000L);
    }

    @Test
    void tokens_still_grow_after_all_data_was_lost() {
        Grant before = granted(backend.tryAcquire(attempt(name)));
        assertThat(fixture.server.command("FLUSHALL")).isEqualTo("OK");
        Grant after = granted(backend.tryAcquire(attempt(name)));
        assertThat(after.token()).isGreaterThan(before.token());
        assertThat(backend.renew(before, BackendBench.LEASE)).isInstanceOf(RenewOutcome.NotOwner.class);
        assertThat(backend.release(before.attempt())).isEqualTo(new ReleaseOutcome.NotOwner());
        assertThat(fixture.server.command("GET", key(name)))
                .contains(after.attempt().id().text());
    }

    @Test
    void renewal_arms_both_keys_and_never_creates() {
        Grant grant = granted(backend.tryAcquire(attempt(name)));
        assertThat(fixture.server.command("PEXPIRE", tokenKey(name), "5000")).isEqualTo("1");
        Duration lease = Duration.ofDays(5);
        long before = StandaloneContext.now();
        assertThat(backend.renew(grant, lease)).isInstanceOfSatisfying(RenewOutcome.Renewed.class, renewed -> {
            assertThat(renewed.lease()).isEqualTo(lease);
            assertThat(renewed.sentNanos()).isBetween(before, StandaloneContext.now());
        });
        assertThat(fixture.pttl(key(name))).isGreaterThan(Duration.ofDays(4).toMillis());
        assertThat(fixture.pttl(tokenKey(name)))
                .isGreaterThan(Duration.ofDays(9).toMillis());
        assertThat(fixture.server.command("DEL", key(name))).isEqualTo("1");
        assertThat(backend.renew(grant, lease))
                .isEqualTo(new RenewOutcome.NotOwner(backend.store() + " no longer has the lock"));
        assertThat(fixture.server.command("EXISTS", key(name))).isEqualTo("0");
    }

    @Test
    void renewal_and_release_leave_a_successor_alone() {
        Grant old = granted(backend.tryAcquire(attempt(name)));
        assertThat(fixture.server.command("DEL", key(name))).isEqualTo("1");
        Grant successor = granted(backend.tryAcquire(attempt(name, Duration.ofSeconds(10), 1)));
        assertThat(backend.renew(old, Duration.ofDays(1)))
                .isEqualTo(new RenewOutcome.NotOwner(backend.store() + " keeps the lock for another owner"));
        assertThat(backend.release(old.attempt())).isEqualTo(new ReleaseOutcome.NotOwner());
        assertThat(fixture.pttl(key(name))).isBetween(1L, 10_000L);
        assertThat(backend.release(successor.attempt())).isEqualTo(new ReleaseOutcome.Released());
        assertThat(backend.release(successor.attempt())).isEqualTo(new ReleaseOutcome.NotOwner());
    }

    @Test
    void inspection_shows_the_holder() {
        assertThat(backend.inspect(name)).isEmpty();
        Attempt attempt = Attempt.of(name, AttemptId.random(), BackendBench.LEASE, 2, "till 7 - 42");
        Grant grant = granted(backend.tryAcquire(attempt));
        assertThat(backend.inspect(name)).hasValueSatisfying(holder -> {
            assertThat(holder.fencingToken()).isEqualTo(grant.token());
            assertThat(holder.hint()).contains("till 7 - 42");
            assertThat(holder.remaining().orElseThrow()).isBetween(Duration.ofSeconds(20), BackendBench.LEASE);
        });
    }

    @Test
    void forgotten_scripts_are_sent_again() {
        Attempt attempt = attempt(name);
        flushScripts();
        Grant grant = granted(backend.tryAcquire(attempt));
        flushScripts();
        assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        flushScripts();
        assertThat(backend.inspect(name)).isPresent();
        flushScripts();
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
    }

    private static void flushScripts() {
        assertThat(fixture.server.command("SCRIPT", "FLUSH")).isEqualTo("OK");
    }

    @Test
    void each_step_is_one_command_of_the_client() {
        Attempt attempt = attempt(name);
        Grant grant = granted(backend.tryAcquire(attempt));
        assertThat(calls(() -> backend.tryAcquire(attempt(fixture.name()))))
                .isEqualTo(Map.of("evalsha", 1L, "get", 2L, "zcard", 1L, "time", 1L, "set", 2L));
        assertThat(calls(() -> backend.renew(grant, BackendBench.LEASE)))
                .isEqualTo(Map.of("evalsha", 1L, "get", 1L, "pttl", 2L, "pexpire", 2L));
        assertThat(calls(() -> backend.release(attempt)))
                .isEqualTo(Map.of("evalsha", 1L, "get", 1L, "del", 1L, "zcard", 1L, "publish", 1L));
    }

    private static Map<String, Long> calls(Runnable step) {
        assertThat(fixture.server.command("CONFIG", "RESETSTAT")).isEqualTo("OK");
        step.run();
        Map<String, Long> calls = fixture.server.commandCalls();
        // What we ask for here, and what clients send when its time has come.
        Stream.of("config|resetstat", "config", "info", "ping", "subscribe", "unsubscribe")
                .forEach(calls::remove);
        return calls;
    }

    private static long serverMicros() {
        List<String> time = fixture.server.command("TIME").lines().toList();
        return Long.parseLong(time.get(0)) * 1_000_000 + Long.parseLong(time.get(1));
    }
}
