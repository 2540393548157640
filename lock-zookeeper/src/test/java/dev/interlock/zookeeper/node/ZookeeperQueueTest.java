// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of a lock's nodes. */
class ZookeeperQueueTest {

    private static final AttemptId ONE = new AttemptId(1, 1);
    private static final AttemptId TWO = new AttemptId(2, 2);

    private static Attempt attempt(AttemptId id) {
        return Attempt.of(new LockName("p"), id, Duration.ofSeconds(1), 1, null);
    }

    private static String node(AttemptId id, String number) {
        return ZookeeperQueue.prefix("", id, ZookeeperMark.of(attempt(id))).substring(1) + number;
    }

    private static ZookeeperQueue queue(String... children) {
        return ZookeeperQueue.of("/p", List.of(children));
    }

    private static String recallable(AttemptId id, String number) {
        return ZookeeperQueue.prefix("", id, ZookeeperMark.of(attempt(id).withRecall()))
                        .substring(1)
                + number;
    }

    @Test
    void nodes_are_ordered_by_their_number_whichever_session_made_them() {
        ZookeeperQueue queue = queue(node(ONE, "0000000010"), "newer-0000000009", node(TWO, "0000000002"));
        assertThat(queue.first()).contains("/p/" + node(TWO, "0000000002"));
        assertThat(queue.indexOf("/p/newer-0000000009")).isEqualTo(1);
        assertThat(queue.indexOf("/p/" + node(ONE, "0000000010"))).isEqualTo(2);
        assertThat(queue.head(2)).containsExactly("/p/" + node(TWO, "0000000002"), "/p/newer-0000000009");
    }

    @Test
    void the_number_may_overflow() {
        String before = node(ONE, "2147483647");
        String after = node(TWO, "-2147483648");
        assertThat(queue(after, before).first()).contains("/p/" + before);
        assertThat(queue(after, before).indexOf("/p/" + after)).isEqualTo(1);
    }

    @Test
    void numbers_below_zero_are_in_order_too() {
        String least = node(ONE, "-2147483648");
        String next = node(TWO, "-2147483647");
        assertThat(queue(next, least).first()).contains("/p/" + least);
        String short1 = node(ONE, "-000000002");
        String short2 = node(TWO, "-000000001");
        assertThat(queue(node(ONE, "0000000000"), short2, short1).children())
                .containsExactly(short1, short2, node(ONE, "0000000000"));
    }

    @Test
    void a_node_without_a_number_is_not_in_the_queue() {
        assertThat(queue("config", "lock-1", "a-123456789", "0123456789").isEmpty())
                .isTrue();
        assertThat(queue("-0123456789").isEmpty()).isFalse();
    }

    @Test
    void the_nodes_of_an_attempt_are_found_by_its_id() {
        ZookeeperQueue queue = queue(node(ONE, "0000000001"), node(TWO, "0000000002"));
        assertThat(queue.of(TWO)).containsExactly("/p/" + node(TWO, "0000000002"));
        assertThat(queue.of(new AttemptId(3, 3))).isEmpty();
        assertThat(queue.indexOf("/p/" + node(ONE, "0000000001"))).isZero();
        assertThat(queue.indexOf("/p/" + node(ONE, "0000000003"))).isNegative();
    }

    @Test
    void the_first_node_tells_whether_its_client_wants_to_hear_of_others() {
        String second = recallable(TWO, "0000000002");
        assertThat(queue(node(ONE, "0000000001"), second).isRecallable()).isFalse();
        assertThat(queue(node(ONE, "0000000003"), second).isRecallable()).isTrue();
        assertThat(queue(recallable(ONE, "-2147483648")).isRecallable()).isTrue();
        assertThat(queue("r-0000000001").isRecallable()).isTrue();
        assertThat(queue("-0000000001", "config").isRecallable()).isFalse();
        assertThat(queue().isRecallable()).isFalse();
    }

    @Test
    void a_node_that_can_be_recalled_has_its_place_and_is_found_as_any_other() {
        ZookeeperQueue queue = queue(node(ONE, "0000000002"), recallable(TWO, "0000000001"));
        assertThat(queue.first()).contains("/p/" + recallable(TWO, "0000000001"));
        assertThat(queue.of(TWO)).containsExactly("/p/" + recallable(TWO, "0000000001"));
    }
}
