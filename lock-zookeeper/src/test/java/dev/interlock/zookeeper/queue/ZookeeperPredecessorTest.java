// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which events wake the waiter behind a node. */
class ZookeeperPredecessorTest {

    private static final String PATH = "/interlock/a/lock-00000000000000000000000000000001-0000000001";

    private final AtomicInteger woken = new AtomicInteger();

    private ZookeeperPredecessor watched() {
        ZookeeperPredecessor predecessor = new ZookeeperPredecessor(PATH, 3, woken::incrementAndGet);
        predecessor.watched();
        return predecessor;
    }

    private static WatchedEvent event(EventType type, KeeperState state) {
        return new WatchedEvent(type, state, PATH);
    }

    @Test
    void the_end_of_a_node_frees_its_units() {
        ZookeeperPredecessor first = watched();
        assertThat(first.isWatched()).isTrue();
        assertThat(first.freed()).isZero();
        first.process(event(EventType.NodeDeleted, KeeperState.SyncConnected));
        assertThat(woken).hasValue(1);
        assertThat(first.isWatched()).isFalse();
        assertThat(first.isGone()).isTrue();
        assertThat(first.freed()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(
            value = KeeperState.class,
            names = {"Expired", "Closed"})
    void the_end_of_the_session_wakes_the_waiter(KeeperState end) {
        ZookeeperPredecessor first = watched();
        first.process(event(EventType.None, end));
        assertThat(woken).hasValue(1);
        assertThat(first.isWatched()).isFalse();
        assertThat(first.freed()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = KeeperState.class,
            names = {"Disconnected", "SyncConnected"})
    void a_broken_connection_wakes_no_waiter_and_makes_the_watch_uncertain(KeeperState state) {
        ZookeeperPredecessor first = watched();
        first.process(event(EventType.None, state));
        assertThat(woken).hasValue(0);
        assertThat(first.isWatched()).isFalse();
    }

    @Test
    void that_the_watch_was_taken_back_wakes_no_waiter() {
        ZookeeperPredecessor first = watched();
        first.process(event(EventType.ChildWatchRemoved, KeeperState.SyncConnected));
        assertThat(woken).hasValue(0);
    }
}
