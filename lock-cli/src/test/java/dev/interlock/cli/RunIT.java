// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.cli.Program.Result;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.testbed.server.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands under a lock, as real processes on a real server. */
class RunIT {

    private static final AtomicInteger NAMES = new AtomicInteger();

    private static RedisServer server;
    private static LockClient client;

    @TempDir
    private Path directory;

    private final String name = "job-" + NAMES.incrementAndGet();

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        client = LockClient.connect(server.uri() + "?timeout=10s");
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    private static Result run(String... arguments) {
        return Program.run(server.uri(), arguments);
    }

    @Test
    void the_command_has_the_lock_its_token_and_the_streams_and_gives_its_exit_code() {
        try (Program program = Program.start(
                server.uri(),
                "run",
                name,
                "--",
                "sh",
                "-c",
                "echo $INTERLOCK_NAME:$INTERLOCK_TOKEN:$INTERLOCK_STORE:; read line; echo \"$line\"; echo bad >&2; exit 7")) {
            await().until(() -> program.out().endsWith(":\n"));
            long token = client.inspect(name).orElseThrow().fencingToken();
            Result result = program.typed("typed\n");
            assertThat(result).isEqualTo(new Result(7, name + ":" + token + "::\ntyped\n", "bad\n"));
        }
        assertThat(client.inspect(name)).isEmpty();
    }

    @Test
    void a_lock_that_another_holder_has_starts_no_command() throws InterruptedException {
        try (LockHandle held = client.lock(name).acquire()) {
            Result result = run("run", name, "--wait", "50ms", "--", "touch", directory + "/started");
            assertThat(result.exitCode()).isEqualTo(ExitCode.NOT_ACQUIRED);
            assertThat(result.error())
                    .startsWith("interlock: '" + name + "' not acquired")
                    .hasLineCount(1);
            assertThat(held.lockName()).isEqualTo(name);
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void a_wait_ends_with_the_lock() throws InterruptedException {
        LockHandle held = client.lock(name).acquire();
        try (Program program = Program.start(server.uri(), "run", name, "--wait", "5m", "--", "true")) {
            await().until(() -> client.operator().list(name, 1).get(0).waiters().getAsInt() == 1);
            held.release();
            assertThat(program.end().exitCode()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"no-such-command, 127", "./no-such-command, 127", "/tmp, 126"})
    void a_command_that_cannot_be_started_leaves_the_lock_free(String command, int exitCode) {
        Result result = run("run", name, "--", command);
        assertThat(result.exitCode()).isEqualTo(exitCode);
        assertThat(result.error())
                .startsWith("interlock: '" + command + "' not started: ")
                .hasLineCount(1);
        assertThat(client.inspect(name)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"TERM, 21", "INT, 22", "HUP, 23"})
    void signals_are_passed_on_and_the_command_decides(String signal, int exitCode) {
        try (Program program = Program.start(
                server.uri(),
                "run",
                name,
                "--",
                "sh",
                "-c",
                "trap 'exit 21' TERM; trap 'exit 22' INT; trap 'exit 23' HUP; echo ready; while true; do sleep 0.1; done")) {
            await().until(() -> program.out().contains("ready"));
            program.signal(signal);
            assertThat(program.end().exitCode()).isEqualTo(exitCode);
        }
        assertThat(client.inspect(name)).isEmpty();
    }

    @Test
    void a_signal_during_the_wait_ends_it() throws InterruptedException {
        try (LockHandle held = client.lock(name).acquire();
                Program program = Program.start(server.uri(), "run", name, "--wait", "5m", "--", "true")) {
            await().until(() -> client.operator().list(name, 1).get(0).waiters().getAsInt() == 1);
            program.signal("TERM");
            assertThat(program.end().exitCode()).isEqualTo(ExitCode.SIGNALLED + 15);
            assertThat(held.lockName()).isEqualTo(name);
        }
    }

    /** Two leases: one that a loaded machine's renewals meet easily, and a command that would run for ever. */
    @Test
    void a_lost_lock_ends_the_command_before_the_lease_can_end() {
        Duration lease = Duration.ofSeconds(9);
        try (Program program = Program.start(
                server.uri(), "run", name, "--lease", "9s", "--", "sh", "-c", "trap '' TERM; echo ready; sleep 1000")) {
            await().until(() -> program.out().contains("ready"));
            server.command("DEL", "interlock:{" + name + "}");
            long began = System.nanoTime();
            Result result = program.end();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(lease);
            assertThat(result.exitCode()).isEqualTo(ExitCode.LOST);
            assertThat(result.error()).contains("'" + name + "'").contains("stopped by KILL");
        }
    }

    @Test
    void a_store_that_is_gone_ends_the_command_and_its_children_before_the_lease_ends() throws Exception {
        RedisServer own = RedisServer.start();
        Path ticks = directory.resolve("ticks");
        try (Program program = Program.start(
                own.uri() + "?timeout=500ms",
                "run",
                name,
                "--lease",
                "6s",
                "--",
                "sh",
                "-c",
                "while :; do date +%s%3N; sleep 0.05; done > " + ticks + " & echo ready; wait")) {
            await().until(() -> program.out().contains("ready"));
            own.close();
            // No renewal was confirmed later, so this is the latest begin of the last lease.
            long beganMillis = System.currentTimeMillis();
            Result result = program.end();
            List<String> times = Files.readAllLines(ticks);
            long lastMillis = Long.parseLong(times.get(times.size() - 1));
            assertThat(Duration.ofMillis(lastMillis - beganMillis)).isLessThan(Duration.ofSeconds(6));
            assertThat(result.exitCode()).isEqualTo(ExitCode.LOST);
            assertThat(result.error()).contains("stopped by TERM");
        }
    }

    @Test
    void once_per_keeps_the_lock_closed_from_the_grant_on() {
        assertThat(run("run", name, "--lease", "5s", "--once-per", "10m", "--", "true")
                        .exitCode())
                .isZero();
        Duration left = client.inspect(name).orElseThrow().remaining().orElseThrow();
        assertThat(left).isBetween(Duration.ofMinutes(5), Duration.ofMinutes(10));
        assertThat(run("run", name, "--once-per", "10m", "--", "touch", directory + "/again")
                        .exitCode())
                .isEqualTo(ExitCode.NOT_ACQUIRED);
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({
        "'run,a', Missing required parameter",
        "'run,a,true,-x', Unknown option",
        "'run,a~b,--,true', control characters",
        "'run,a,--lease,10ms,--,true', --lease must be at least 1s",
        "'run,a,--lease,soon,--,true', is no duration: write",
        "'run,a,--once-per,1s,--,true', --once-per must be at least the lease",
        "'free,a,--token,x', is not a long",
        "'free,a', Missing required option",
        "'list,a~b', control characters",
        "'inspect,', name must have",
        "'nothing', Unmatched argument"
    })
    void bad_usage_is_one_line(String arguments, String message) {
        Result result = run(arguments.replace('~', '\n').split(",", -1));
        assertThat(result.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(result.error()).startsWith("interlock: ").contains(message).hasLineCount(1);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void a_store_that_is_not_there_or_not_named_is_one_line_without_secrets() {
        Result gone = Program.run("redis://user:geheim@localhost:1", "run", name, "--", "true");
        assertThat(gone.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(gone.error())
                .startsWith("interlock: ")
                .doesNotContain("geheim")
                .hasLineCount(1);
        Result none = Program.run("", "list");
        assertThat(none.exitCode()).isEqualTo(ExitCode.USAGE);
        Result unknown = Program.run("radis://user:geheim@localhost", "list");
        assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(unknown.error()).doesNotContain("geheim");
    }
}
