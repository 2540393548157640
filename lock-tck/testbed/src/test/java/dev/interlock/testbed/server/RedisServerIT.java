// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.interlock.testbed.os.RunDirectory;
import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.server.ServerSource.Existing;
import dev.interlock.testbed.wire.LoopbackPort;
import dev.interlock.testbed.wire.RespFraming;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class RedisServerIT {

    private static RedisServer start(String... configuration) {
        return RedisServer.start(RedisProgram.find(), configuration);
    }

    @Test
    void answers_and_says_what_it_is() {
        try (RedisServer server = start()) {
            assertThat(server.command("SET", "a", "1")).isEqualTo("OK");
            assertThat(server.command("GET", "a")).isEqualTo("1");
            assertThat(server.command("GET", "none")).isEqualTo("(nil)");
            assertThat(server.command("MGET", "a", "none")).isEqualTo("1\n(nil)");
            assertThatThrownBy(() -> server.command("INCR"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("ERR wrong number of arguments");

            assertThat(server.command("INFO", "server"))
                    .contains("process_id:" + server.pid(), server.product() + "_version:" + server.version());
            assertThat(server.ownsProcess()).isTrue();
            assertThat(server.uri()).isEqualTo("redis://127.0.0.1:" + server.port());
            assertThat(server.uriThrough(7)).isEqualTo("redis://127.0.0.1:7");
            assertThat(server.source()).startsWith(server.product() + " " + server.version() + ", ");
        }
    }

    @Test
    void counts_calls_by_command() {
        try (RedisServer server = start()) {
            server.command("GET", "a");
            server.command("GET", "a");

            assertThat(server.commandCalls()).containsEntry("get", 2L).doesNotContainKey("set");
        }
    }

    @Test
    void a_frozen_server_accepts_but_answers_only_when_thawed() throws IOException {
        try (RedisServer server = start();
                Socket client = new Socket(server.host(), server.port())) {
            server.freeze();
            client.getOutputStream().write(RespFraming.request("SET", "a", "1"));
            client.setSoTimeout(100);
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);

            server.thaw();
            client.setSoTimeout(10_000);
            assertThat(new RespFraming().readReply(client.getInputStream()).arguments())
                    .containsExactly("OK");
            assertThat(server.command("GET", "a")).isEqualTo("1");
        }
    }

    @Test
    void a_killed_server_is_gone_and_comes_back_on_its_port_without_data() {
        try (RedisServer server = start()) {
            long pid = server.pid();
            int port = server.port();
            server.command("SET", "a", "1");
            server.kill();
            assertThatThrownBy(() -> server.command("PING"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessage("127.0.0.1:" + port + " did not answer PING");
            assertThatThrownBy(server::freeze)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("ended");

            server.restart();
            assertThat(server.command("GET", "a")).isEqualTo("(nil)");
            assertThat(server.port()).isEqualTo(port);
            assertThat(server.pid()).isNotEqualTo(pid);
        }
    }

    @Test
    void data_on_disk_survives_a_restart_but_not_an_empty_one() {
        try (RedisServer server = start("--appendonly", "yes")) {
            server.command("SET", "a", "1");
            server.freeze();
            server.restart();
            assertThat(server.command("GET", "a")).isEqualTo("1");

            server.restartEmpty();
            assertThat(server.command("GET", "a")).isEqualTo("(nil)");
        }
    }

    @Test
    void takes_a_memory_limit() {
        try (RedisServer server = start("--maxmemory", "1mb", "--maxmemory-policy", "noeviction")) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 100; i++) {
                            server.command("SET", "key" + i, "x".repeat(100_000));
                        }
                    })
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("OOM");
        }
    }

    @Test
    void takes_a_password_and_knows_it() {
        try (RedisServer server = start("--requirepass", "s:cret/")) {
            assertThat(server.uri()).isEqualTo("redis://:s%3Acret%2F@127.0.0.1:" + server.port());
            assertThat(server).asString().doesNotContain("cret");
            assertThat(server.command("PING")).isEqualTo("PONG");
            try (RedisServer same = RedisServer.start(new Existing(server.uri(), "this test"))) {
                assertThat(same.command("PING")).isEqualTo("PONG");
            }
        }
    }

    @Test
    void takes_users(@TempDir Path directory) throws IOException {
        Path users = directory.resolve("users.acl");
        Files.writeString(users, "user default off\nuser reader on >pw ~* +get\n");
        try (RedisServer server = start("--aclfile", users.toString())) {
            assertThat(server.commandAs("reader", "pw", "GET", "a")).isEqualTo("(nil)");
            assertThatThrownBy(() -> server.commandAs("reader", "pw", "SET", "a", "1"))
                    .hasMessageStartingWith("NOPERM");
            assertThatThrownBy(() -> server.command("PING")).hasMessageStartingWith("NOAUTH");
        }
    }

    @Test
    void the_bundled_program_serves_where_no_other_is_found(@TempDir Path cache) {
        Map<String, String> environment = Map.of("PATH", "/nowhere", "XDG_CACHE_HOME", cache.toString());
        ServerSource source =
                new RedisLocator(environment, System.getProperty("os.name"), System.getProperty("os.arch")).locate();
        assumeTrue(
                source instanceof Binary binary && binary.path().startsWith(cache),
                () -> "another server is found, or the bundled one does not run here: " + source);

        try (RedisServer server = RedisServer.start(source)) {
            assertThat(server.source()).startsWith("redis 6.2.11, embedded-redis-1.4.4: " + cache);
            assertThat(server.command("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void tries_another_port_if_the_first_was_taken_meanwhile() throws IOException {
        InetAddress loopback = LoopbackPort.loopback();
        try (ServerSocket taken = new ServerSocket(0, 1, loopback)) {
            Iterator<Integer> ports =
                    List.of(taken.getLocalPort(), LoopbackPort.free()).iterator();
            RedisPlan plan = new RedisPlan(RedisProgram.find(), List.of());
            try (ServerInstance server = ServerInstance.start(plan, ports::next)) {
                assertThat(plan.addressOn(server.port()).ask("PING")).isEqualTo("PONG");
                assertThat(ports).isExhausted();
            }
        }
    }

    @Test
    void tries_another_pair_if_the_port_for_tls_was_taken_meanwhile() throws IOException {
        try (ServerSocket taken = new ServerSocket(LoopbackPort.free(), 1, LoopbackPort.loopback())) {
            int free = LoopbackPort.freeWith(EncryptedPlan.ABOVE);
            Iterator<Integer> ports =
                    List.of(taken.getLocalPort() - EncryptedPlan.ABOVE, free).iterator();
            try (RedisServer server = RedisServer.startEncrypted(ServerCertificate.of("localhost"), ports::next)) {
                assertThat(server.tlsPort()).isEqualTo(free + EncryptedPlan.ABOVE);
                assertThat(ports).isExhausted();
            }
        }
    }

    @Test
    void a_server_that_does_not_start_says_why() {
        Binary program = RedisProgram.find();

        assertThatThrownBy(() -> RedisServer.start(program, "--maxmemory", "nonsense"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ended before it was ready")
                .hasMessageContaining("maxmemory");
    }

    @Test
    void a_server_that_ended_by_itself_says_so_when_it_is_closed() {
        RedisServer server = start();
        ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
        process.destroyForcibly();
        process.onExit().join();
        assertThatThrownBy(server::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("on 127.0.0.1:" + server.port() + " ended by signal 9; its log ends:")
                .hasMessageContaining("Ready to accept connections");
        server.close();
    }

    @Test
    void files_are_deleted_with_the_server_unless_they_are_to_be_kept() throws IOException {
        Path deleted;
        try (RedisServer server = start()) {
            deleted = Path.of(server.command("CONFIG", "GET", "dir").split("\n", -1)[1]);
            assertThat(deleted).isDirectory();
        }
        assertThat(deleted.getParent()).doesNotExist();

        Path kept;
        try (RedisServer server = start()) {
            kept = server.keepFiles();
        }
        assertThat(Files.readString(kept.resolve("process.log"))).contains("Ready to accept connections");
        RunDirectory.deleteTree(kept);
    }

    @Test
    void a_running_server_is_used_but_not_touched() {
        try (RedisServer own = start()) {
            RedisServer existing = RedisServer.start(new Existing(own.uri(), "this test"));
            assertThat(existing.command("PING")).isEqualTo("PONG");
            assertThat(existing.version()).isEqualTo(own.version());
            assertThat(existing.product()).isEqualTo(own.product());
            assertThat(existing.ownsProcess()).isFalse();
            assertThat(existing.source()).endsWith("existing server (this test)");
            assertThatThrownBy(existing::freeze)
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("cannot freeze the existing server (this test): its process is not ours");
            existing.close();
            assertThat(own.command("PING")).isEqualTo("PONG");
            assertThatThrownBy(() -> RedisServer.start(new Existing(own.uri(), "this test"), "--maxmemory", "1mb"))
                    .isInstanceOf(TestAbortedException.class);
        }
    }

    @Test
    void a_running_server_that_does_not_run_is_unavailable() {
        Existing existing = new Existing("redis://127.0.0.1:" + LoopbackPort.free(), "this test");

        assertThatThrownBy(() -> RedisServer.start(existing))
                .as("aborted or failed, as this build requires")
                .hasMessageContaining("existing server (this test) is not usable: Connection refused");
    }
}
