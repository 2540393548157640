// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.redis.options.RedisCluster.Node;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;

class ClusterSlotsTest {

    private static final HostAndPort ASKED = new HostAndPort("asked", 7000);

    private final ClusterSlots slots = new ClusterSlots(UnaryOperator.identity());

    private static List<Object> node(@Nullable String host, long port) {
        byte[] bytes = host == null ? null : host.getBytes(StandardCharsets.UTF_8);
        return Arrays.asList(bytes, port, "id".getBytes(StandardCharsets.UTF_8));
    }

    private static HostAndPort at(String host, int port) {
        return new HostAndPort(host, port);
    }

    @Test
    void the_first_node_of_a_range_serves_it() {
        assertThat(slots.learn(
                        List.of(
                                List.of(0L, 8000L, node("a", 1), node("b", 2)),
                                List.of(8001L, 8001L, node("c", 3)),
                                List.of(8002L, 16383L, node("a", 1))),
                        ASKED))
                .isTrue();
        assertThat(slots.primaryOf(0)).isEqualTo(at("a", 1));
        assertThat(slots.primaryOf(8001)).isEqualTo(at("c", 3));
        assertThat(slots.primaryOf(16383)).isEqualTo(at("a", 1));
        assertThat(slots.serving()).containsExactly(at("a", 1), at("c", 3));
        assertThat(slots.members()).containsExactlyInAnyOrder(at("a", 1), at("b", 2), at("c", 3));
    }

    @Test
    void a_node_without_a_host_is_where_the_asked_one_is() {
        slots.learn(List.of(List.of(0L, 1L, node(null, 1)), List.of(2L, 3L, node("", 2))), ASKED);
        assertThat(slots.primaryOf(1)).isEqualTo(at("asked", 1));
        assertThat(slots.primaryOf(2)).isEqualTo(at("asked", 2));
    }

    @Test
    void nodes_are_reached_where_their_addresses_lead() {
        ClusterSlots forwarded = new ClusterSlots(node -> new Node("gate", node.port() + 1000));
        forwarded.learn(List.of(List.of(0L, 16383L, node("a", 1))), ASKED);
        assertThat(forwarded.primaryOf(5)).isEqualTo(at("gate", 1001));
        assertThat(forwarded.address("", 2, ASKED)).isEqualTo(at("gate", 1002));
    }

    @Test
    void a_slot_that_no_known_node_serves_is_requested_from_any_node() {
        slots.learn(List.of(List.of(0L, 1L, node("a", 1))), ASKED);
        assertThat(slots.primaryOf(9)).isEqualTo(at("a", 1));
    }

    @Test
    void a_redirection_counts_until_something_newer_is_known() {
        slots.learn(List.of(List.of(0L, 16383L, node("a", 1))), ASKED);
        slots.moved(5, at("b", 2));
        assertThat(slots.primaryOf(5)).isEqualTo(at("b", 2));
        assertThat(slots.primaryOf(6)).isEqualTo(at("a", 1));
        slots.learn(List.of(List.of(0L, 16383L, node("c", 3))), ASKED);
        assertThat(slots.primaryOf(5)).isEqualTo(at("c", 3));
    }

    @Test
    void a_node_that_knows_no_slots_changes_nothing() {
        slots.learn(List.of(List.of(0L, 16383L, node("a", 1))), ASKED);
        assertThat(slots.learn(List.of(), ASKED)).isFalse();
        assertThat(slots.primaryOf(5)).isEqualTo(at("a", 1));
    }
}
