// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import static dev.interlock.testbed.wire.Message.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.testbed.server.RedisProgram;
import dev.interlock.testbed.server.RedisServer;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The proxy in front of a real server, whose state is looked at past the proxy. */
class GateProxyRedisIT {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String SET_SCRIPT = "return redis.call('SET', KEYS[1], ARGV[1])";
    private static RedisServer server;

    private GateProxy proxy;
    private ToyClient client;

    @BeforeAll
    static void startServer() {
        server = RedisServer.start(RedisProgram.find());
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void start() throws IOException {
        server.command("FLUSHDB");
        proxy = GateProxy.redis(server.host(), server.port());
        client = new ToyClient(proxy);
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        proxy.close();
    }

    @Test
    void holds_the_reply_of_the_next_script_after_the_server_ran_it() throws Exception {
        String sha = client.ask("SCRIPT", "LOAD", SET_SCRIPT);
        Gate gate = proxy.onRequest(named("EVALSHA")).holdReply();
        client.send("EVALSHA", sha, "1", "lock", "me");
        gate.awaitReached(LIMIT);

        assertThat(server.command("GET", "lock")).isEqualTo("me");
        assertThat(client.hasNothingToRead()).isTrue();
        gate.open();
        assertThat(client.read()).isEqualTo("OK");
    }

    @Test
    void lets_a_delayed_release_arrive_after_its_client_gave_up() throws Exception {
        client.ask("SET", "lock", "me");
        Gate gate = proxy.onRequest(named("DEL")).holdRequest();
        client.send("DEL", "lock");
        gate.awaitReached(LIMIT);
        client.close();
        server.command("SET", "lock", "successor");

        gate.open();

        await().until(() -> server.command("GET", "lock").equals("(nil)"));
    }

    @Test
    void keeps_a_request_from_the_server() throws IOException {
        proxy.onRequest(named("SET")).dropRequest(ConnectionEnding.CUT);

        assertThat(client.ask("SET", "lock", "me")).isNull();
        assertThat(server.command("GET", "lock")).isEqualTo("(nil)");
    }

    @Test
    void loses_the_reply_of_a_request_that_was_executed() throws IOException {
        proxy.onRequest(named("SET")).dropReply(ConnectionEnding.RESET);

        assertThatThrownBy(() -> client.ask("SET", "lock", "me")).isInstanceOf(SocketException.class);
        assertThat(server.command("GET", "lock")).isEqualTo("me");
    }

    @Test
    void truncates_a_nested_reply() throws IOException {
        client.ask("RPUSH", "list", "a", "b", "c");
        proxy.onRequest(named("LRANGE")).truncateReply(10, ConnectionEnding.CUT);

        assertThatThrownBy(() -> client.ask("LRANGE", "list", "0", "-1")).isInstanceOf(EOFException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "3"})
    void pairs_replies_while_messages_are_published(String protocol) throws Exception {
        client.ask("HELLO", protocol);
        client.send("SUBSCRIBE", "a", "b");
        assertThat(client.read()).isEqualTo("subscribe a 1");
        assertThat(client.read()).isEqualTo("subscribe b 2");

        Gate gate = proxy.onRequest(named("PING")).holdReply();
        server.command("PUBLISH", "a", "first");
        assertThat(client.read()).isEqualTo("message a first");
        client.send("PING");
        gate.awaitReached(LIMIT);
        assertThat(client.hasNothingToRead()).isTrue();
        gate.open();
        assertThat(client.read()).containsIgnoringCase("pong");
        server.command("PUBLISH", "b", "second");
        assertThat(client.read()).isEqualTo("message b second");

        client.send("UNSUBSCRIBE");
        assertThat(client.read() + "|" + client.read()).contains("unsubscribe a", "unsubscribe b");
        assertThat(client.ask("SET", "k", "v")).isEqualTo("OK");
    }

    @Test
    void can_hold_the_confirmation_of_a_subscription() throws Exception {
        Gate gate = proxy.onRequest(named("SUBSCRIBE")).holdReply();
        client.send("SUBSCRIBE", "a");
        gate.awaitReached(LIMIT);

        assertThat(server.command("PUBSUB", "NUMSUB", "a")).isEqualTo("a\n1");
        assertThat(client.hasNothingToRead()).isTrue();
        gate.open();
        assertThat(client.read()).isEqualTo("subscribe a 1");
    }

    @Test
    void can_cut_the_path_of_published_messages_only() throws IOException {
        try (ToyClient subscriber = new ToyClient(proxy)) {
            assertThat(subscriber.ask("SUBSCRIBE", "a")).isEqualTo("subscribe a 1");
            assertThat(client.ask("PING")).isEqualTo("PONG");

            assertThat(proxy.endThoseThatSent("subscribe", ConnectionEnding.CUT))
                    .isEqualTo(1);

            assertThat(subscriber.read()).isNull();
            await().until(() -> server.command("PUBSUB", "NUMSUB", "a").equals("a\n0"));
            assertThat(client.ask("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void passes_every_type_of_the_third_protocol() throws IOException {
        boolean debugIsOptIn = Integer.parseInt(server.version().split("\\.", -1)[0]) >= 7;
        String[] configuration = debugIsOptIn ? new String[] {"--enable-debug-command", "yes"} : new String[0];
        try (RedisServer debuggable = RedisServer.start(RedisProgram.find(), configuration);
                GateProxy ahead = GateProxy.redis(debuggable.host(), debuggable.port());
                ToyClient debugger = new ToyClient(ahead)) {
            assertThat(debugger.ask("HELLO", "3")).contains("proto 3");
            for (String type : List.of("string", "integer", "double", "null", "array", "set", "map", "bignum")) {
                assertThat(debugger.ask("DEBUG", "PROTOCOL", type)).as(type).doesNotStartWith("ERR");
            }
            assertThat(debugger.ask("DEBUG", "PROTOCOL", "attrib"))
                    .isEqualTo("Some real reply following the attribute");
            assertThat(debugger.ask("DEBUG", "PROTOCOL", "verbatim")).startsWith("txt:This is a verbatim");
            assertThat(debugger.ask("DEBUG", "PROTOCOL", "true")).isEqualTo("t");
            assertThat(debugger.ask("PING")).isEqualTo("PONG");
            assertThat(ahead.repliesForwarded()).isEqualTo(13);
        }
    }

    @Test
    void a_killed_server_ends_the_connections_of_clients() throws IOException {
        try (RedisServer other = RedisServer.start(RedisProgram.find());
                GateProxy ahead = GateProxy.redis(other.host(), other.port());
                ToyClient connected = new ToyClient(ahead)) {
            assertThat(connected.ask("PING")).isEqualTo("PONG");
            other.kill();
            assertThat(connected.read()).isNull();

            other.restart();
            try (ToyClient next = new ToyClient(ahead)) {
                assertThat(next.ask("PING")).isEqualTo("PONG");
            }
        }
    }
}
