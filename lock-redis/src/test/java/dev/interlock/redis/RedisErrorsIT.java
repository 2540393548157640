// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.AcquireOutcome.Unknown;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.CapturedLogs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a real server's troubles become. */
class RedisErrorsIT {

    private BackendBench fixture;
    private LockBackend backend;
    private LockName name;

    @BeforeEach
    void start() {
        fixture = new BackendBench();
        backend = fixture.backend();
        name = fixture.name();
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void out_of_memory_refuses_new_locks_and_lets_held_ones_be_renewed_and_released() {
        Grant held = granted(backend.tryAcquire(attempt(name)));
        config("maxmemory", "1");
        assertRefused(true, "is out of memory (", "raise maxmemory");
        assertThat(backend.renew(held, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(backend.release(held.attempt())).isEqualTo(new ReleaseOutcome.Released());
        config("maxmemory", "0");
        granted(backend.tryAcquire(attempt(name)));
    }

    @Test
    void a_demoted_primary_refuses_and_its_holder_learns_nothing_certain() {
        Grant held = granted(backend.tryAcquire(attempt(name)));
        command("REPLICAOF", "127.0.0.1", "1");
        assertRefused(true, "is read-only (", "point the uri at the primary");
        assertThat(backend.renew(held, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Unknown.class);
        assertThat(backend.release(held.attempt())).isInstanceOf(ReleaseOutcome.Unknown.class);
        command("REPLICAOF", "NO", "ONE");
        assertThat(backend.renew(held, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    @Test
    void a_replica_that_does_not_serve_refuses() {
        command("REPLICAOF", "127.0.0.1", "1");
        config("replica-serve-stale-data", "no");
        assertRefused(true, "is a replica without its primary (", "point the uri at the primary");
    }

    @Test
    void too_few_replicas_refuse() {
        config("min-replicas-to-write", "1");
        assertRefused(true, "has too few replicas (", "lower min-replicas-to-write");
    }

    @Test
    void a_full_disk_refuses() throws IOException {
        Path data = Path.of(fixture.server
                .command("CONFIG", "GET", "dir")
                .lines()
                .skip(1)
                .findFirst()
                .orElseThrow());
        Path inTheWay = Files.createDirectory(data.resolve("dump.rdb"));
        config("save", "3600 1");
        command("BGSAVE");
        await().until(() -> fixture.server.command("INFO", "persistence").contains("rdb_last_bgsave_status:err"));
        assertRefused(true, "refuses writes because it cannot save (", "see its log");
        config("save", "");
        Files.delete(inTheWay);
    }

    @Test
    void a_servers_busy_script_refuses() {
        config("lua-time-limit", "50");
        CompletableFuture<Void> busy = CompletableFuture.runAsync(
                () -> fixture.server.command("EVAL", "local i = 0 while true do i = i + 1 end", "0"));
        await().until(() -> backend.tryAcquire(attempt(fixture.name())) instanceof Refused);
        assertRefused(true, "is busy with another script (", "SCRIPT KILL");
        command("SCRIPT", "KILL");
        await().until(busy::isCompletedExceptionally);
        granted(backend.tryAcquire(attempt(name)));
    }

    @Test
    void a_loading_server_refuses() {
        try (BackendBench slow = new BackendBench("--key-load-delay", "60000", "--rdbcompression", "no")) {
            LockBackend waiting = slow.backend();
            slow.server.command("EVAL", "for i = 1, 100 do redis.call('SET', i, string.rep('x', 100000)) end", "0");
            slow.server.command("SAVE");
            CompletableFuture<Void> restarted = CompletableFuture.runAsync(slow.server::restart);
            AtomicReference<AcquireOutcome> outcome = new AtomicReference<>();
            await().until(() -> {
                outcome.set(waiting.tryAcquire(attempt(name)));
                return outcome.get().toString().contains("LOADING");
            });
            assertThat(refused(outcome.get()).retryable()).isTrue();
            assertThat(refused(outcome.get()).cause()).hasMessageContaining("is loading its data");
            restarted.join();
            await().untilAsserted(() -> granted(waiting.tryAcquire(attempt(fixture.name()))));
        }
    }

    @Test
    void a_killed_server_is_unknown_at_most_once_for_each_connection_and_refused_from_then_on() {
        fixture.server.kill();
        // Refused, if the connection has rested for a second.
        assertThat(backend.tryAcquire(attempt(name))).isInstanceOfAny(Unknown.class, Refused.class);
        assertRefused(true, "no connection to ", "Connection refused");
        fixture.server.restart();
        granted(backend.tryAcquire(attempt(name)));
    }

    @Test
    void a_tested_connection_saves_the_unknown_outcome() {
        LockBackend tested = fixture.backend("testOnBorrow=true");
        fixture.server.restart();
        granted(tested.tryAcquire(attempt(name)));
    }

    @Test
    void a_server_that_closed_a_connection_while_it_rested_grants() {
        granted(backend.tryAcquire(attempt(fixture.name())));
        // By the server's clock, which counts begun seconds.
        await().until(() -> idleSeconds() >= 3);
        fixture.server.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
        granted(backend.tryAcquire(attempt(name)));
    }

    /** For how long the client that ran a script last has sent nothing. */
    private int idleSeconds() {
        Matcher idle = Pattern.compile(" idle=(\\d+) .* cmd=eval").matcher(fixture.server.command("CLIENT", "LIST"));
        return idle.results()
                .mapToInt(each -> Integer.parseInt(each.group(1)))
                .min()
                .orElseThrow();
    }

    @Test
    void a_frozen_server_is_unknown_or_refused_within_the_time_out() {
        LockBackend hasty = fixture.backend("timeout=2s");
        fixture.server.freeze();
        long before = System.nanoTime();
        // Refused, if the connection has rested for a second.
        assertThat(hasty.tryAcquire(attempt(name))).isInstanceOfAny(Unknown.class, Refused.class);
        assertThat(System.nanoTime() - before).isLessThan(10_000_000_000L);
        fixture.server.thaw();
    }

    @Test
    void a_wrong_server_is_an_error_at_the_start() {
        int port = fixture.server.port();
        fixture.server.kill();
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> fixture.backendAt("redis://127.0.0.1:" + port))
                .withMessageStartingWith("locks cannot be kept: no connection to redis at 127.0.0.1:" + port)
                .withMessageContaining("Connection refused");
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> fixture.backendAt("redis://no-such-host.invalid:1"))
                .withMessageContaining("no connection to redis at no-such-host.invalid:1")
                .withMessageContaining("UnknownHost");
    }

    @Test
    void a_missing_database_is_an_error_at_the_start() {
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> fixture.backend("database=16"))
                .withMessageContaining("has no such database")
                .withMessageContaining("check the option database");
    }

    @Test
    void a_replica_is_an_error_at_the_start() {
        command("REPLICAOF", "127.0.0.1", "1");
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> fixture.backend())
                .withMessageStartingWith("locks cannot be acquired: ")
                .withMessageContaining("is read-only");
    }

    @Test
    void eviction_of_any_key_is_an_error_at_the_start_and_eviction_of_expiring_keys_a_warning() {
        config("maxmemory", "100mb");
        config("maxmemory-policy", "allkeys-lru");
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> fixture.backend())
                .withMessageContaining("maxmemory-policy allkeys-lru")
                .withMessageContaining("noeviction");
        config("maxmemory-policy", "volatile-lru");
        try (CapturedLogs logs = new CapturedLogs()) {
            granted(fixture.backend().tryAcquire(attempt(name)));
            assertThat(logs.warnings()).singleElement().asString().contains("maxmemory-policy volatile-lru");
        }
        config("maxmemory", "0");
        config("maxmemory-policy", "allkeys-lru");
        try (CapturedLogs logs = new CapturedLogs()) {
            granted(fixture.backend().tryAcquire(attempt(fixture.name())));
            assertThat(logs.warnings()).isEmpty();
        }
    }

    private void assertRefused(boolean retryable, String what, String wayOut) {
        LockName other = fixture.name();
        assertThat(refused(backend.tryAcquire(attempt(other))).retryable()).isEqualTo(retryable);
        assertThat(refused(backend.tryAcquire(attempt(other))).cause())
                .hasMessageStartingWith("'" + other + "' not acquired: ")
                .hasMessageContaining(backend.store())
                .hasMessageContaining(what)
                .hasMessageContaining(wayOut);
    }

    private void config(String parameter, String value) {
        command("CONFIG", "SET", parameter, value);
    }

    private void command(String... command) {
        assertThat(fixture.server.command(command)).isNotNull();
    }
}
