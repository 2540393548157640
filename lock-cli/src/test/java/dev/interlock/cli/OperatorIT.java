// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.cli.Program.Result;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lists, inspections and freed locks, as real processes on real servers. */
class OperatorIT {

    private static RedisServer redis;
    private static SqlServer postgres;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        postgres = SqlServer.start(SqlProduct.POSTGRES);
    }

    @AfterAll
    static void stop() {
        postgres.close();
        redis.close();
    }

    /** The store of a test. */
    enum Store {
        REDIS,
        POSTGRES;

        private String uri() {
            return this == REDIS ? redis.uri() : postgresUri();
        }
    }

    private static String postgresUri() {
        String url = postgres.url();
        String options = "interlock.schema=create&user=" + encoded(postgres.user()) + "&password="
                + encoded(postgres.password());
        return url + (url.contains("?") ? "&" : "?") + options;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource
    void an_operator_lists_inspects_and_frees_a_lock(Store store) throws Exception {
        String uri = store.uri();
        Path audit = directory.resolve("audit");
        try (LockClient client = LockClient.connect(uri)) {
            LockHandle held = client.lock("orders/1").acquire();
            LockHandle other = client.lock("other").acquire();
            String token = Long.toString(held.fencingToken());
            Result listed = Program.run(uri, "list", "orders/");
            assertThat(listed.exitCode()).isZero();
            assertThat(listed.out())
                    .startsWith("NAME")
                    .contains("orders/1")
                    .contains(token)
                    .doesNotContain("other");
            assertThat(Program.run(uri, "inspect", "orders/1").out())
                    .startsWith("orders/1: held, token " + token + ", ");
            assertThat(Program.run(uri, "inspect", "free").out()).isEqualTo("free: free\n");

            Result stale = Program.run(uri, "free", "orders/1", "--token", "5", "--yes", "--audit", audit.toString());
            assertThat(stale.exitCode()).isEqualTo(ExitCode.OTHER_TOKEN);
            assertThat(stale.error()).contains("has token " + token).hasLineCount(1);
            try (Program asking = Program.start(uri, "free", "orders/1", "--token", token)) {
                Result declined = asking.typed("n\n");
                assertThat(declined.exitCode()).isEqualTo(ExitCode.DECLINED);
                assertThat(declined.error()).contains("two owners");
            }
            assertThat(Program.run(uri, "free", "orders/1", "--token", token).exitCode())
                    .as("no answer is no")
                    .isEqualTo(ExitCode.DECLINED);
            Result unwritable = Program.run(
                    uri, "free", "orders/1", "--token", token, "--yes", "--audit", directory + "/none/audit");
            assertThat(unwritable.exitCode()).isEqualTo(ExitCode.NO_AUDIT);
            assertThat(client.inspect("orders/1")).as("nothing changed so far").isPresent();
            assertThat(audit).doesNotExist();

            try (Program asking =
                    Program.start(uri, "free", "orders/1", "--token", token, "--audit", audit.toString())) {
                Result freed = asking.typed("yes\n");
                assertThat(freed.exitCode()).isZero();
                assertThat(freed.error()).endsWith(Files.readString(audit));
            }
            assertThat(Files.readString(audit))
                    .matches("\\S+Z action=free user=\"[^\"]*\" host=\"[^\"]*\" name=\"orders/1\" token=" + token
                            + " store=\"[^\"@?]*\" result=freed\n");
            assertThat(client.inspect("orders/1")).isEmpty();
            assertThat(Program.run(uri, "free", "orders/1", "--token", token, "--yes")
                            .exitCode())
                    .isEqualTo(ExitCode.NOT_HELD);
            try (LockHandle next = client.lock("orders/2").acquire()) {
                assertThat(next.fencingToken()).isPositive();
            }
            held.release();
            other.release();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_command_runs_on_each_store(Store store) {
        Result result = Program.run(store.uri(), "run", "job", "--", "sh", "-c", "test $INTERLOCK_TOKEN -gt 0");
        assertThat(result).isEqualTo(new Result(0, "", ""));
    }

    @Test
    void a_watch_prints_each_change_until_it_is_interrupted() throws Exception {
        try (LockClient client = LockClient.connect(redis.uri());
                Program watch = Program.start(redis.uri(), "watch", "watched", "--every", "20ms")) {
            await().until(() -> watch.out().endsWith("watched: free\n"));
            LockHandle held = client.lock("watched").acquire();
            await().until(() -> watch.out().contains("held, token " + held.fencingToken()));
            held.release();
            await().until(() -> watch.out().lines().count() == 3);
            watch.signal("INT");
            assertThat(watch.end().exitCode()).isZero();
        }
    }

    @Test
    void a_missing_right_to_list_is_one_line() {
        redis.command(
                "ACL",
                "SETUSER",
                "app",
                "on",
                ">geheim",
                "resetchannels",
                "~interlock:*",
                "&interlock:*",
                "+@all",
                "-scan");
        String uri = redis.uri().replace("redis://", "redis://app:geheim@");
        Result result = Program.run(uri, "list");
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.error()).contains("+scan").doesNotContain("geheim").hasLineCount(1);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void a_doctor_finds_what_is_wrong_and_what_to_do() {
        Result warned = Program.run(redis.uri(), "doctor");
        assertThat(warned.exitCode()).isEqualTo(ExitCode.WARNINGS);
        assertThat(warned.out()).contains("WARNING").contains("acquired in ").contains("the server's clock is ");
        Result gone = Program.run("", "doctor", "redis://app:geheim@localhost:1");
        assertThat(gone.exitCode()).isEqualTo(ExitCode.BROKEN);
        assertThat(gone.out()).startsWith("BROKEN").doesNotContain("geheim").hasLineCount(1);
        Result good = Program.run(postgresUri(), "doctor");
        assertThat(good.out()).contains("acquired in ").doesNotContain("BROKEN");
        assertThat(good.exitCode()).isEqualTo(good.out().contains("WARNING") ? ExitCode.WARNINGS : ExitCode.OK);
        assertThat(Program.run("radis:", "doctor").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void capabilities_completion_manual_and_version_are_shown() {
        assertThat(Program.run(redis.uri(), "capabilities").out()).contains("yes  SHARES");
        assertThat(Program.run("", "generate-completion").out()).contains("complete -F");
        assertThat(Program.run("", "generate-manual").out())
                .startsWith(".TH INTERLOCK 1")
                .contains("once");
        assertThat(Program.run("", "--version").out()).startsWith("interlock 0");
        assertThat(Program.run("", "help", "run").out()).contains("Exit codes");
    }
}
