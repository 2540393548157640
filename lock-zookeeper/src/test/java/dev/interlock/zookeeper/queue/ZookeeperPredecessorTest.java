// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.zookeeper.node.ZookeeperQueue;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which events wake the waiter behind a node. */
class ZookeeperPredecessorTest {

    private static final String PARENT = "/interlock/a";
    private static final String FIRST = "lock-00000000000000000000000000000001-0000000001";
    private static final String SECOND = "lock-00000000000000000000000000000002-0000000002";

    private final AtomicInteger woken = new AtomicInteger();

    private ZookeeperPredecessor watched(String node) {
        ZookeeperPredecessor predecessor = new ZookeeperPredecessor(PARENT + "/" + node, woken::incrementAndGet);
        predecessor.seenIn(ZookeeperQueue.of(PARENT, List.of(SECOND, FIRST)));
        predecessor.watched();
        return predecessor;
    }

    private static WatchedEvent event(EventType type, KeeperState state) {
        return new WatchedEvent(type, state, PARENT);
    }

    @Test
    void the_end_of_the_first_node_is_the_turn_of_the_next() {
        ZookeeperPredecessor first = watched(FIRST);
        assertThat(first.isWatched()).isTrue();
        assertThat(first.hasLeftNobody()).isFalse();
        first.process(event(EventType.NodeDeleted, KeeperState.SyncConnected));
        assertThat(woken).hasValue(1);
        assertThat(first.isWatched()).isFalse();
        assertThat(first.hasLeftNobody()).isTrue();
    }

    @Test
    void the_end_of_another_node_is_only_worth_a_look() {
        ZookeeperPredecessor second = watched(SECOND);
        second.process(event(EventType.NodeDeleted, KeeperState.SyncConnected));
        assertThat(woken).hasValue(1);
        assertThat(second.isGone()).isTrue();
        assertThat(second.hasLeftNobody()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = KeeperState.class,
            names = {"Expired", "Closed"})
    void the_end_of_the_session_wakes_the_waiter(KeeperState end) {
        ZookeeperPredecessor first = watched(FIRST);
        first.process(event(EventType.None, end));
        assertThat(woken).hasValue(1);
        assertThat(first.isWatched()).isFalse();
        assertThat(first.hasLeftNobody()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = KeeperState.class,
            names = {"Disconnected", "SyncConnected"})
    void a_broken_connection_wakes_no_waiter_and_makes_the_watch_uncertain(KeeperState state) {
        ZookeeperPredecessor first = watched(FIRST);
        first.process(event(EventType.None, state));
        assertThat(woken).hasValue(0);
        assertThat(first.isWatched()).isFalse();
    }

    @Test
    void that_the_watch_was_taken_back_wakes_no_waiter() {
        ZookeeperPredecessor first = watched(FIRST);
        first.process(event(EventType.ChildWatchRemoved, KeeperState.SyncConnected));
        assertThat(woken).hasValue(0);
    }
}
