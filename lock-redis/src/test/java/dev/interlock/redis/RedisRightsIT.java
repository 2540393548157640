// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.refused;
import static dev.interlock.redis.BackendBench.untilSignalled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.LockUnavailableException;
import dev.interlock.Waiting;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.CapturedLogs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Users with fewer rights, and passwords that must not show. */
class RedisRightsIT {

    private static final String CANARY = "canary-7391";

    private BackendBench fixture;
    private LockName name;

    @BeforeEach
    void start() {
        fixture = new BackendBench("--appendonly", "yes");
        name = fixture.name();
        user(RedisErrors.rights("interlock").split(" ", -1));
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void the_documented_rights_are_enough() {
        try (CapturedLogs logs = new CapturedLogs()) {
            LockBackend backend = backend();
            assertThat(backend.capabilities().waiting()).isEqualTo(Waiting.SIGNAL);
            Attempt attempt = attempt(name);
            assertThat(backend.renew(granted(backend.tryAcquire(attempt)), BackendBench.LEASE))
                    .isInstanceOf(RenewOutcome.Renewed.class);
            assertThat(backend.inspect(name)).isPresent();
            assertThat(backend.tryAcquire(attempt(name)).toString()).startsWith("Contended");
            assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
            assertThat(logs.warnings()).isEmpty();
        }
    }

    @Test
    void the_documented_rights_leave_the_servers_log_of_refusals_empty() {
        LockBackend backend = backend();
        Attempt attempt = attempt(name);
        granted(backend.tryAcquire(attempt));
        try (Contest contest = backend.contest(attempt(name))) {
            untilSignalled(contest);
            awaitBeat();
            assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
            await().until(() -> contest.signal().toCompletableFuture().isDone());
            granted(contest.attempt());
        }
        backend.close();
        assertThat(fixture.server.command("ACL", "LOG")).isEmpty();
    }

    private void awaitBeat() {
        fixture.server.command("CONFIG", "RESETSTAT");
        await().until(() -> fixture.server.commandCalls().containsKey("zscore"));
    }

    @ParameterizedTest
    @CsvSource({
        "eval, acquired, NOPERM",
        "evalsha, acquired, NOPERM",
        "get, acquired, executing the script",
        "time, acquired, executing the script",
        "set, acquired, executing the script",
        "pttl, acquired, executing the script",
        "pexpire, renewed, executing the script",
        "del, released, executing the script"
    })
    void a_missing_right_is_an_error_at_the_start(String command, String step, String reply) {
        user("-" + command);
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(this::backend)
                .withMessageStartingWith("locks cannot be " + step + ": redis at 127.0.0.1:" + fixture.server.port()
                        + " lacks a right for this user (")
                .withMessageContaining(reply)
                .withMessageContaining("~interlock:* &interlock:* &__redis__:invalidate +ping");
    }

    @Test
    void another_prefix_is_an_error_at_the_start() {
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> backend("prefix=shop"))
                .withMessageContaining("one of the keys")
                .withMessageContaining("~shop:*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"resetchannels", "-subscribe", "-publish"})
    void without_channels_waiters_poll_and_everything_else_works(String less) {
        user(less);
        try (CapturedLogs logs = new CapturedLogs()) {
            LockBackend backend = backend("pollFallback=100ms");
            assertThat(backend.capabilities().waiting()).isEqualTo(Waiting.POLL);
            assertThat(backend.capabilities().has(Capability.NOTIFIES_WAITERS)).isFalse();
            assertThat(logs.warnings())
                    .isNotEmpty()
                    .allMatch(line -> line.contains("this user may not") && line.contains("&interlock:*"));
            Attempt holder = attempt(name);
            granted(backend.tryAcquire(holder));
            try (Contest contest = backend.contest(attempt(name))) {
                assertThat(contest.attempt().toString()).startsWith("Contended");
                assertThat(backend.release(holder)).isEqualTo(new ReleaseOutcome.Released());
                granted(contest.attempt());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-zadd", "-zcard", "-zrange", "-zrem", "-zscore", "-pubsub"})
    void without_queues_waiters_are_woken_all_and_everything_else_works(String less) {
        user(less);
        try (CapturedLogs logs = new CapturedLogs()) {
            LockBackend backend = backend("pollFallback=1m");
            assertThat(backend.capabilities().waiting()).isEqualTo(Waiting.SIGNAL);
            assertThat(backend.capabilities().has(Capability.NOTIFIES_WAITERS)).isTrue();
            assertThat(backend.capabilities().has(Capability.FIFO_BETWEEN_CLIENTS))
                    .isFalse();
            assertThat(logs.warnings())
                    .singleElement()
                    .asString()
                    .contains("may not keep queues")
                    .contains("+zadd");
            Attempt holder = attempt(name);
            granted(backend.tryAcquire(holder));
            try (Contest contest = backend.contest(attempt(name))) {
                untilSignalled(contest);
                assertThat(backend.release(holder)).isEqualTo(new ReleaseOutcome.Released());
                await().until(() -> contest.signal().toCompletableFuture().isDone());
                granted(contest.attempt());
            }
        }
    }

    @Test
    void without_info_it_warns_and_goes_on() {
        user("-info");
        try (CapturedLogs logs = new CapturedLogs()) {
            granted(backend().tryAcquire(attempt(name)));
            assertThat(logs.warnings()).singleElement().asString().contains("INFO is refused");
        }
    }

    @Test
    void a_problem_of_a_server_is_logged_once_and_not_by_each_client() {
        user("-info", "-publish", "-subscribe");
        try (CapturedLogs logs = new CapturedLogs()) {
            backend();
            assertThat(logs.warnings()).hasSize(4);
            backend();
            backend("clientName=another");
            assertThat(logs.warnings()).hasSize(4);
        }
    }

    @Test
    void a_server_without_a_login_or_a_log_of_its_writes_is_warned_of() {
        try (BackendBench open = new BackendBench();
                CapturedLogs logs = new CapturedLogs()) {
            open.backend();
            open.backend();
            assertThat(logs.warnings())
                    .satisfiesExactlyInAnyOrder(
                            line -> assertThat(line)
                                    .startsWith("redis at 127.0.0.1:" + open.server.port() + ": everybody")
                                    .contains("set a password"),
                            line -> assertThat(line)
                                    .contains("forgets held locks")
                                    .contains("appendonly"));
        }
    }

    @Test
    void a_right_taken_away_later_refuses_acquisitions_and_leaves_the_rest_unknown() {
        LockBackend backend = backend();
        Attempt held = attempt(name);
        granted(backend.tryAcquire(held));
        user("-evalsha");
        assertThat(refused(backend.tryAcquire(attempt(name))).retryable()).isFalse();
        assertThat(refused(backend.tryAcquire(attempt(name))).cause()).hasMessageContaining("'evalsha'");
        assertThat(backend.release(held)).isInstanceOf(ReleaseOutcome.Unknown.class);
        user("+evalsha");
        assertThat(backend.release(held)).isEqualTo(new ReleaseOutcome.Released());
    }

    @Test
    void a_wrong_password_is_refused_and_never_shown() {
        try (CapturedLogs logs = new CapturedLogs()) {
            String wrong = CANARY + "-wrong";
            assertThatExceptionOfType(LockUnavailableException.class)
                    .isThrownBy(() -> fixture.started(new RedisLockBackendProvider()
                            .open(LockSettings.of("redis://locks:" + wrong + "@127.0.0.1:" + fixture.server.port()))))
                    .withMessageContaining("refused the login (WRONGPASS")
                    .satisfies(thrown -> {
                        for (Throwable shown = thrown; shown != null; shown = shown.getCause()) {
                            assertThat(shown.toString()).doesNotContain(CANARY);
                        }
                    });
            assertThat(logs.text()).doesNotContain(CANARY);
        }
    }

    @Test
    void no_password_where_one_is_wanted_is_refused() {
        assertThat(fixture.server.command("ACL", "SETUSER", "default", "-@all")).isEqualTo("OK");
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> fixture.backend())
                .withMessageContaining("NOPERM");
    }

    @Test
    void a_right_password_is_never_shown() {
        try (CapturedLogs logs = new CapturedLogs()) {
            LockBackend backend = backend();
            granted(backend.tryAcquire(attempt(name)));
            List<String> shown = new ArrayList<>(List.of(backend.toString(), backend.store()));
            shown.add(backend.tryAcquire(attempt(name)).toString());
            fixture.server.kill();
            shown.add(backend.tryAcquire(attempt(name)).toString());
            shown.add(backend.tryAcquire(attempt(name)).toString());
            backend.close();
            assertThat(shown).noneMatch(text -> text.contains(CANARY));
            assertThat(logs.text()).doesNotContain(CANARY);
        }
    }

    private LockBackend backend(String... options) {
        List<String> all = new ArrayList<>(List.of("user=locks", "password=" + CANARY));
        all.addAll(List.of(options));
        return fixture.backend(all.toArray(String[]::new));
    }

    private void user(String... rules) {
        List<String> command = new ArrayList<>(List.of("ACL", "SETUSER", "locks", "on", ">" + CANARY));
        command.addAll(List.of(rules));
        assertThat(fixture.server.command(command.toArray(String[]::new))).isEqualTo("OK");
    }
}
