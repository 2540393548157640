// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import static dev.interlock.testbed.wire.Message.any;
import static dev.interlock.testbed.wire.Message.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A request that was held is executed although its client gave up, also by a server that looks after its clients. */
class HeldRequestTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private CancellingServer server;
    private GateProxy proxy;
    private ToyClient client;

    @BeforeEach
    void start() throws IOException {
        server = new CancellingServer();
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
    void is_executed_by_a_server_that_cancels_the_work_of_clients_that_left() throws Exception {
        Gate gate = proxy.onRequest(named("DEL")).holdRequest();
        client.send("DEL", "a");
        client.close();
        gate.awaitReached(LIMIT);
        gate.open();

        await().until(() -> server.executed.size() + server.cancelled.size() > 0);
        assertThat(server.executed).containsExactly("DEL");
        await().until(gate::isAnswered);
        await().untilAsserted(() -> assertThat(proxy.connectionsOpen()).isZero());
    }

    @Test
    void is_executed_when_its_client_reset_the_connection() throws Exception {
        Gate gate = proxy.onRequest(named("DEL")).holdRequest();
        client.send("DEL", "a");
        gate.awaitReached(LIMIT);
        client.reset();
        gate.open();

        await().until(() -> server.executed.size() + server.cancelled.size() > 0);
        assertThat(server.executed).containsExactly("DEL");
        await().until(gate::isAnswered);
        await().untilAsserted(() -> assertThat(proxy.connectionsOpen()).isZero());
    }

    @Test
    void is_not_answered_before_the_server_has_replied() throws Exception {
        Gate gate = proxy.onRequest(named("DEL")).holdRequest();
        client.send("DEL", "a");
        gate.awaitReached(LIMIT);
        assertThat(gate.isAnswered()).isFalse();
        gate.open();

        assertThat(client.read()).isEqualTo("OK");
        await().until(gate::isAnswered);
        assertThat(client.ask("GET", "a")).isEqualTo("OK");
    }

    @Test
    void is_answered_by_a_server_that_ends_its_connection() throws Exception {
        Gate gate = proxy.onRequest(named("REFUSE")).holdRequest();
        client.send("REFUSE");
        client.close();
        gate.awaitReached(LIMIT);
        gate.open();

        await().until(gate::isAnswered);
        await().untilAsserted(() -> assertThat(proxy.connectionsOpen()).isZero());
    }

    @Test
    void is_not_answered_if_the_proxy_ends_its_connection() throws Exception {
        Gate gate = proxy.onRequest(named("DEL")).holdRequest();
        client.send("DEL", "a");
        gate.awaitReached(LIMIT);
        proxy.cutAll();
        gate.open();

        await().until(() -> proxy.connectionsOpen() == 0);
        assertThat(server.executed).isEmpty();
        assertThat(gate.isAnswered()).isFalse();
    }

    @Test
    void a_held_reply_is_an_answer() throws Exception {
        Gate gate = proxy.onRequest(any()).holdReply();
        client.send("DEL", "a");
        gate.awaitReached(LIMIT);

        assertThat(gate.isAnswered()).isTrue();
    }
}
