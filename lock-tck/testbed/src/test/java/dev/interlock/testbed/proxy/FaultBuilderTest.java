// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import static dev.interlock.testbed.wire.Message.any;
import static dev.interlock.testbed.wire.Message.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the proxy does to single requests and their replies. */
class FaultBuilderTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private ToyServer server;
    private GateProxy proxy;
    private ToyClient client;

    @BeforeEach
    void start() throws IOException {
        server = new ToyServer();
        proxy = GateProxy.redis("127.0.0.1", server.port());
        client = new ToyClient(proxy);
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        proxy.close();
        server.close();
    }

    @Test
    void a_held_request_reaches_the_server_when_its_gate_opens() throws Exception {
        Gate gate = proxy.onRequest(named("set")).holdRequest();
        client.send("SET", "a");
        gate.awaitReached(LIMIT);

        assertThat(server.received).isEmpty();
        gate.open();
        assertThat(client.read()).isEqualTo("SET a");
    }

    @Test
    void a_held_request_reaches_the_server_even_if_its_client_has_gone() throws Exception {
        Gate gate = proxy.onRequest(named("DEL")).holdRequest();
        client.send("DEL", "a");
        client.close();
        gate.awaitReached(LIMIT);

        gate.open();
        await().until(() -> server.received.contains("DEL a"));
    }

    @Test
    void a_held_reply_means_that_the_server_has_acted() throws Exception {
        Gate gate = proxy.onRequest(named("SET")).holdReply();
        assertThat(client.ask("GET", "a")).isEqualTo("GET a");
        client.send("SET", "a");
        client.send("GET", "a");
        gate.awaitReached(LIMIT);

        assertThat(server.received).contains("SET a");
        assertThat(client.hasNothingToRead()).isTrue();
        gate.open();
        assertThat(client.read()).isEqualTo("SET a");
        assertThat(client.read()).isEqualTo("GET a");
    }

    @Test
    void a_held_reply_holds_up_no_other_connection() throws Exception {
        Gate gate = proxy.onRequest(any()).holdReply();
        client.send("SET", "a");
        gate.awaitReached(LIMIT);

        try (ToyClient other = new ToyClient(proxy)) {
            assertThat(other.ask("SET", "b")).isEqualTo("SET b");
        }
    }

    @Test
    void a_split_reply_arrives_in_two_pieces() throws Exception {
        Gate gate = proxy.onRequest(any()).splitReply(3);
        client.send("PING");
        gate.awaitReached(LIMIT);

        assertThat(client.readRaw(3)).isEqualTo("+PI");
        assertThat(client.hasNothingToRead()).isTrue();
        gate.open();
        assertThat(client.readRaw(4)).isEqualTo("NG\r\n");
    }

    @Test
    void a_dropped_request_is_never_seen_by_the_server() throws IOException {
        Gate gate = proxy.onRequest(named("SET")).dropRequest(ConnectionEnding.CUT);

        assertThat(client.ask("SET", "a")).isNull();
        await().until(() -> server.endings.contains("end of stream"));
        assertThat(server.received).isEmpty();
        assertThat(gate.timesMet()).isEqualTo(1);
    }

    @Test
    void a_dropped_reply_leaves_the_client_with_the_end_of_the_stream() throws IOException {
        proxy.onRequest(named("SET")).dropReply(ConnectionEnding.CUT);

        assertThat(client.ask("SET", "a")).isNull();
        assertThat(server.received).containsExactly("SET a");
        assertThat(proxy.repliesForwarded()).isZero();
    }

    @Test
    void a_reply_dropped_into_silence_leaves_a_connection_that_is_open_and_dead() throws Exception {
        Gate gate = proxy.onRequest(named("SET")).dropReply(ConnectionEnding.SILENCE);
        client.send("SET", "a");
        gate.awaitReached(LIMIT);
        client.send("GET", "a");
        await().until(() -> proxy.recentCommands().contains("GET"));

        assertThat(client.hasNothingToRead()).isTrue();
        assertThat(proxy.connectionsOpen()).isEqualTo(1);
        assertThat(server.received).containsExactly("SET a");
    }

    @Test
    void a_reset_before_forwarding_is_seen_by_both_sides() throws IOException {
        client.ask("PING");
        proxy.onRequest(named("SET")).dropRequest(ConnectionEnding.RESET);

        assertThatThrownBy(() -> client.ask("SET", "a"))
                .isInstanceOf(SocketException.class)
                .hasMessageContaining("reset");
        await().until(() -> server.endings.contains("Connection reset"));
        assertThat(server.received).containsExactly("PING");
    }

    @Test
    void a_half_closed_connection_still_carries_requests() throws IOException {
        proxy.onRequest(named("SET")).dropReply(ConnectionEnding.HALF_CLOSE);

        assertThat(client.ask("SET", "a")).isNull();
        client.send("DEL", "a");
        await().until(() -> server.received.contains("DEL a"));
    }

    @Test
    void a_truncated_reply_ends_within_the_message() {
        proxy.onRequest(named("SET")).truncateReply(4, ConnectionEnding.CUT);

        assertThatThrownBy(() -> client.ask("SET", "a")).isInstanceOf(EOFException.class);
        assertThat(server.received).containsExactly("SET a");
    }

    @Test
    void a_reply_reset_within_the_message_loses_the_connection() {
        proxy.onRequest(named("SET")).truncateReply(4, ConnectionEnding.RESET);

        assertThatThrownBy(() -> client.ask("SET", "a")).isInstanceOf(SocketException.class);
    }

    @Test
    void a_delay_takes_its_time_in_each_direction() throws IOException {
        proxy.onRequest(named("GET")).delay(Duration.ofMillis(60), Duration.ofMillis(40));
        long before = System.nanoTime();

        assertThat(client.ask("GET", "a")).isEqualTo("GET a");
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void a_latency_is_each_requests_own_and_the_server_acts_at_once() throws IOException {
        Duration latency = Duration.ofMillis(400);
        proxy.onRequest(any()).always().latency(latency);
        long before = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            client.send("SET", String.valueOf(i));
        }
        await().until(() -> server.received.size() == 20);
        assertThat(client.hasNothingToRead()).isTrue();
        for (int i = 0; i < 20; i++) {
            assertThat(client.read()).isEqualTo("SET " + i);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - before))
                .isGreaterThanOrEqualTo(latency)
                .isLessThan(latency.multipliedBy(20));
    }

    @Test
    void a_delay_does_not_outlive_its_connection() throws IOException {
        proxy.onRequest(named("GET")).delay(Duration.ofHours(1), Duration.ZERO);
        client.send("GET", "a");
        await().until(() -> proxy.recentCommands().contains("GET"));
        proxy.cutAll();

        assertThat(client.read()).isNull();
        assertThat(server.received).isEmpty();
    }

    @Test
    void a_fault_hits_once_by_default() throws IOException {
        Gate gate = proxy.onRequest(named("SET")).dropRequest(ConnectionEnding.CUT);
        assertThat(client.ask("SET", "a")).isNull();
        try (ToyClient next = new ToyClient(proxy)) {
            assertThat(next.ask("SET", "b")).isEqualTo("SET b");
        }
        assertThat(gate.timesMet()).isEqualTo(1);
    }

    @Test
    void a_fault_can_skip_requests_and_hit_several() throws Exception {
        Gate gate = proxy.onRequest(named("SET")).skip(1).times(2).holdReply();
        client.send("SET", "1");
        assertThat(client.read()).isEqualTo("SET 1");
        client.send("SET", "2");
        try (ToyClient other = new ToyClient(proxy)) {
            other.send("SET", "3");
            await().until(() -> gate.timesMet() == 2);
            try (ToyClient last = new ToyClient(proxy)) {
                assertThat(last.ask("SET", "4")).isEqualTo("SET 4");
            }
            gate.open();
            assertThat(other.read()).isEqualTo("SET 3");
        }
        assertThat(client.read()).isEqualTo("SET 2");
    }

    @Test
    void healing_opens_gates_and_forgets_what_was_not_met() throws Exception {
        Gate met = proxy.onRequest(named("SET")).always().holdReply();
        Gate unmet = proxy.onRequest(named("DEL")).always().dropRequest(ConnectionEnding.RESET);
        client.send("SET", "a");
        met.awaitReached(LIMIT);
        proxy.heal();

        assertThat(client.read()).isEqualTo("SET a");
        assertThat(client.ask("SET", "b")).isEqualTo("SET b");
        assertThat(client.ask("DEL", "a")).isEqualTo("DEL a");
        assertThat(unmet.timesMet()).isZero();
    }

    @Test
    void a_gate_that_is_not_reached_says_so() {
        Gate gate = proxy.onRequest(named("SET")).holdReply();

        assertThatThrownBy(() -> gate.awaitReached(Duration.ofMillis(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("fault 'hold reply' met no message within 1 ms");
    }

    @Test
    void negative_numbers_are_refused() {
        FaultBuilder rule = proxy.onRequest(any());

        assertThatThrownBy(() -> rule.skip(-1)).hasMessage("count must be >= 0 but was -1");
        assertThatThrownBy(() -> rule.splitReply(-1)).hasMessage("bytes must be >= 0 but was -1");
    }
}
