// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cluster does what tests want of it: moves a slot and stops half way, loses a primary, promotes a replica. */
@Tag("nightly")
class RedisClusterServersIT {

    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start();
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static void answers(RedisServer asked, String error, String... command) {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> asked.command(command))
                .withMessageStartingWith(error);
    }

    @Test
    void each_slot_has_one_primary_and_others_lead_to_it() {
        RedisServer serving = cluster.primaryOf("a");
        RedisServer other = cluster.primaryBeside(serving);
        assertThat(serving.command("SET", "a", "1")).isEqualTo("OK");
        answers(other, "MOVED " + cluster.slotOf("a") + " 127.0.0.1:" + serving.port(), "GET", "a");
    }

    @Test
    void a_slot_moves_key_by_key() {
        RedisServer from = cluster.primaryOf("{b}");
        RedisServer to = cluster.primaryBeside(from);
        assertThat(from.command("MSET", "{b}1", "1", "{b}2", "2")).isEqualTo("OK");
        RedisSlotMove move = cluster.move("{b}", to);
        assertThat(from.command("MGET", "{b}1", "{b}2")).isEqualTo("1\n2");
        move.moveKey("{b}1");
        answers(from, "ASK " + cluster.slotOf("{b}") + " 127.0.0.1:" + to.port(), "GET", "{b}1");
        assertThat(from.command("GET", "{b}2")).isEqualTo("2");
        answers(to, "MOVED", "GET", "{b}1");
        move.finish();
        assertThat(cluster.primaryOf("{b}")).isSameAs(to);
        assertThat(to.command("MGET", "{b}1", "{b}2")).isEqualTo("1\n2");
    }

    @Test
    void a_dead_primary_without_a_replica_takes_all_down_until_it_is_back() {
        RedisServer dead = cluster.primaries().get(2);
        cluster.takeDown(dead);
        answers(cluster.primaries().get(0), "CLUSTERDOWN", "GET", "c");
        cluster.bringBack(dead);
        assertThat(cluster.primaryOf("c").command("GET", "c")).isEqualTo("(nil)");
    }

    @Test
    void a_replica_takes_over_with_what_it_has() {
        try (RedisCluster small = RedisCluster.start(2)) {
            RedisServer primary = small.primaryOf("d");
            RedisClusterReplica replica = small.replicate(primary);
            primary.command("SET", "d", "arrived");
            replica.awaitInSync();
            replica.switchOver();
            assertThat(replica.server().command("GET", "d")).isEqualTo("arrived");
            answers(primary, "MOVED", "GET", "d");
        }
    }

    @Test
    void a_replica_that_was_cut_off_takes_over_without_the_last_writes() {
        try (RedisCluster small = RedisCluster.start(2)) {
            RedisServer primary = small.primaryOf("e");
            RedisClusterReplica replica = small.replicate(primary);
            replica.cutOff();
            primary.command("SET", "e", "lost");
            primary.kill();
            replica.takeOver();
            assertThat(replica.server().command("GET", "e")).isEqualTo("(nil)");
        }
    }
}
