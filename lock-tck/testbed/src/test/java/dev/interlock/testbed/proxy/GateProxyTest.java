// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import static dev.interlock.testbed.wire.Message.any;
import static dev.interlock.testbed.wire.Message.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.testbed.wire.LoopbackPort;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the proxy does to all connections: pass, count, refuse, swallow, end. */
class GateProxyTest {

    private ToyServer server;
    private GateProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new ToyServer();
        proxy = GateProxy.redis("127.0.0.1", server.port());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    @Test
    void passes_and_counts_everything_without_faults() throws IOException {
        try (ToyClient one = new ToyClient(proxy);
                ToyClient other = new ToyClient(proxy)) {
            assertThat(one.ask("SET", "a", "1")).isEqualTo("SET a 1");
            assertThat(other.ask("GET", "a")).isEqualTo("GET a");

            assertThat(proxy.connectionsOpened()).isEqualTo(2);
            assertThat(proxy.connectionsOpen()).isEqualTo(2);
            assertThat(proxy.requestsForwarded()).isEqualTo(2);
            assertThat(proxy.repliesForwarded()).isEqualTo(2);
            assertThat(proxy.recentCommands()).containsExactly("SET", "GET");
        }
        await().until(() -> proxy.connectionsOpen() == 0);
        await().untilAsserted(() -> assertThat(server.endings).containsExactly("end of stream", "end of stream"));
    }

    @Test
    void passes_pipelined_requests_in_order() throws IOException {
        try (ToyClient client = new ToyClient(proxy)) {
            for (int i = 0; i < 100; i++) {
                client.send("ECHO", Integer.toString(i));
            }
            for (int i = 0; i < 100; i++) {
                assertThat(client.read()).isEqualTo("ECHO " + i);
            }
        }
    }

    @Test
    void passes_the_end_of_a_clients_stream_on_before_the_last_replies_are_back() throws Exception {
        try (ToyClient client = new ToyClient(proxy)) {
            Gate gate = proxy.onRequest(any()).holdReply();
            client.send("GET", "a");
            client.finishSending();
            gate.awaitReached(Duration.ofSeconds(10));
            await().untilAsserted(() -> assertThat(server.endings).containsExactly("end of stream"));
            gate.open();

            assertThat(client.read()).isEqualTo("GET a");
            assertThat(client.read()).isNull();
        }
    }

    @Test
    void resets_the_client_if_the_server_is_not_there() {
        try (GateProxy toNowhere = GateProxy.redis("127.0.0.1", LoopbackPort.free())) {
            assertThatThrownBy(() -> {
                        try (ToyClient client = new ToyClient(toNowhere)) {
                            client.ask("PING");
                        }
                    })
                    .isInstanceOf(SocketException.class);
        }
    }

    @Test
    void refuses_new_connections_until_healed_while_present_ones_go_on() throws IOException {
        try (ToyClient present = new ToyClient(proxy)) {
            assertThat(present.ask("PING")).isEqualTo("PING");
            proxy.refuseConnections();

            assertThatThrownBy(() -> new ToyClient(proxy)).isInstanceOf(ConnectException.class);
            assertThat(present.ask("PING")).isEqualTo("PING");

            proxy.heal();
            try (ToyClient next = new ToyClient(proxy)) {
                assertThat(next.ask("PING")).isEqualTo("PING");
            }
        }
    }

    @Test
    void a_black_hole_swallows_both_directions_of_present_and_new_connections_until_healed() throws IOException {
        try (ToyClient present = new ToyClient(proxy);
                ToyClient idle = new ToyClient(proxy)) {
            assertThat(present.ask("PING", "before")).isEqualTo("PING before");
            assertThat(idle.ask("PING", "before")).isEqualTo("PING before");
            proxy.blackhole();
            try (ToyClient next = new ToyClient(proxy)) {
                present.send("PING", "within");
                next.send("PING", "within");
                await().until(() -> proxy.recentCommands().size() == 4);
                assertThat(server.received).containsOnly("PING before");
                proxy.heal();

                assertThatThrownBy(present::read).isInstanceOf(SocketException.class);
                assertThatThrownBy(next::read).isInstanceOf(SocketException.class);
            }
            assertThat(idle.ask("PING", "after"))
                    .as("lost nothing, so it goes on")
                    .isEqualTo("PING after");
            assertThat(server.received).doesNotContain("PING within");
        }
    }

    @Test
    void a_black_hole_for_replies_lets_the_server_act() throws IOException {
        try (ToyClient client = new ToyClient(proxy)) {
            proxy.blackhole(Direction.REPLY);
            client.send("SET", "a");
            await().until(() -> server.received.contains("SET a"));

            assertThat(client.hasNothingToRead()).isTrue();
            assertThat(proxy.repliesForwarded()).isZero();
        }
    }

    @Test
    void cutting_all_ends_streams_in_order_and_lets_new_connections_in() throws IOException {
        try (ToyClient one = new ToyClient(proxy);
                ToyClient other = new ToyClient(proxy)) {
            one.ask("PING");
            other.ask("PING");
            proxy.cutAll();

            assertThat(one.read()).isNull();
            assertThat(other.read()).isNull();
            assertThat(proxy.connectionsOpen()).isZero();
            await().untilAsserted(() -> assertThat(server.endings).containsExactly("end of stream", "end of stream"));
        }
        try (ToyClient next = new ToyClient(proxy)) {
            assertThat(next.ask("PING")).isEqualTo("PING");
        }
    }

    @Test
    void resetting_all_is_seen_as_a_reset_on_both_sides() throws IOException {
        try (ToyClient client = new ToyClient(proxy)) {
            client.ask("PING");
            proxy.endAll(ConnectionEnding.RESET);

            assertThatThrownBy(client::read).isInstanceOf(SocketException.class).hasMessageContaining("reset");
            await().untilAsserted(() -> assertThat(server.endings).containsExactly("Connection reset"));
        }
    }

    @Test
    void a_failing_matcher_resets_the_connection_and_leaves_the_proxy_alive() throws IOException {
        try (ToyClient client = new ToyClient(proxy)) {
            proxy.onRequest(named("PING")
                            .and(request -> request.arguments().get(7).isEmpty()))
                    .holdRequest();

            assertThatThrownBy(() -> client.ask("PING")).isInstanceOf(SocketException.class);
        }
        try (ToyClient next = new ToyClient(proxy)) {
            assertThat(next.ask("GET")).isEqualTo("GET");
        }
    }

    @Test
    void closing_ends_connections_and_threads_even_when_messages_are_held() throws Exception {
        try (ToyClient held = new ToyClient(proxy);
                ToyClient delayed = new ToyClient(proxy);
                ToyClient idle = new ToyClient(proxy)) {
            Gate gate = proxy.onRequest(named("HOLD")).holdRequest();
            proxy.onRequest(named("DELAY")).delay(Duration.ofHours(1), Duration.ZERO);
            held.send("HOLD");
            delayed.send("DELAY");
            idle.ask("PING");
            gate.awaitReached(Duration.ofSeconds(10));
            await().until(() -> proxy.recentCommands().contains("DELAY"));
            assertThat(threads()).isEqualTo(7);

            proxy.close();
            proxy.close();

            await().until(() -> threads() == 0);
            assertThat(held.read()).isNull();
            assertThat(idle.read()).isNull();
            assertThat(server.received).containsExactly("PING");
            assertThatThrownBy(() -> new ToyClient(proxy)).isInstanceOf(ConnectException.class);
        }
    }

    private long threads() {
        String prefix = "gate-proxy-" + proxy.port() + "-";
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .count();
    }
}
