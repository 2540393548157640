// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which nodes have a lock that several may hold, and what the others watch. */
class ZookeeperTurnTest {

    private static final String FOREIGN = "newer";

    private final List<String> children = new ArrayList<>();

    /** Adds a node behind the others, and returns its turn. */
    private ZookeeperTurn add(Share share) {
        AttemptId id = new AttemptId(1, children.size());
        String prefix = ZookeeperQueue.prefix("", id, ZookeeperMark.of(share)).substring(1);
        children.add(prefix + String.format("%010d", children.size()));
        return ZookeeperTurn.of(queue(), children.size() - 1, share);
    }

    private ZookeeperTurn add(int units, int limit) {
        return add(new Share(units, limit));
    }

    private void addForeign() {
        children.add(FOREIGN + "-" + String.format("%010d", children.size()));
    }

    private ZookeeperQueue queue() {
        return ZookeeperQueue.of("/p", children);
    }

    private String path(int index) {
        return "/p/" + children.get(index);
    }

    @Test
    void readers_have_it_together_and_a_writer_alone() {
        assertThat(add(Share.READ).hasCome()).isTrue();
        assertThat(add(Share.READ).hasCome()).isTrue();
        ZookeeperTurn writer = add(Share.WRITE);
        assertThat(writer.hasCome()).isFalse();
        assertThat(writer.missing()).isEqualTo(2);
        assertThat(writer.blockers()).containsOnlyKeys(path(1));
        assertThat(ZookeeperTurn.holders(queue())).isEqualTo(2);
    }

    @Test
    void a_reader_behind_a_writer_watches_the_last_writer_and_no_reader() {
        add(Share.WRITE);
        add(Share.READ);
        add(Share.WRITE);
        add(Share.READ);
        ZookeeperTurn reader = add(Share.READ);
        assertThat(reader.hasCome()).isFalse();
        assertThat(reader.blockers()).containsOnlyKeys(path(2));
        assertThat(ZookeeperTurn.holders(queue())).isEqualTo(1);
    }

    @Test
    void a_writer_behind_a_writer_needs_no_look_after_its_end() {
        add(Share.WRITE);
        ZookeeperTurn second = add(Share.WRITE);
        assertThat(second.blockers()).containsExactly(Map.entry(path(0), Share.UNLIMITED));
        assertThat(second.missing()).isEqualTo(Share.UNLIMITED);
        ZookeeperTurn third = add(Share.WRITE);
        assertThat(third.missing()).isGreaterThan(third.blockers().get(path(1)));
    }

    @Test
    void a_permit_waits_behind_one_that_asks_for_more() {
        assertThat(add(3, 5).hasCome()).isTrue();
        assertThat(add(3, 5).hasCome()).isFalse();
        ZookeeperTurn small = add(1, 5);
        assertThat(small.hasCome()).isFalse();
        assertThat(small.missing()).isEqualTo(2);
        assertThat(ZookeeperTurn.holders(queue())).isEqualTo(1);
    }

    @Test
    void a_permit_watches_the_nearest_units_of_which_it_needs_one() {
        for (int i = 0; i < 7; i++) {
            add(1, 3);
        }
        ZookeeperTurn last = add(1, 3);
        assertThat(last.blockers()).containsOnlyKeys(path(4), path(5), path(6));
        assertThat(ZookeeperTurn.holders(queue())).isEqualTo(3);
    }

    @Test
    void exactly_the_limit_fits() {
        assertThat(add(2, 3).hasCome()).isTrue();
        assertThat(add(1, 3).hasCome()).isTrue();
        assertThat(add(1, 3).hasCome()).isFalse();
        assertThat(ZookeeperTurn.holders(queue())).isEqualTo(2);
    }

    @Test
    void another_limit_than_that_of_the_first_node_is_told() {
        assertThat(add(1, 3).otherLimit()).isEmpty();
        assertThat(add(1, 4).otherLimit()).hasValue(3);
        assertThat(add(Share.READ).otherLimit()).hasValue(3);
        // It waits for the end of those two: their clients take them back.
        ZookeeperTurn right = add(1, 3);
        assertThat(right.otherLimit()).isEmpty();
        assertThat(right.hasCome()).isFalse();
        assertThat(ZookeeperTurn.holders(queue())).isEqualTo(1);
        children.remove(0);
        assertThat(ZookeeperTurn.of(queue(), 2, new Share(1, 3)).otherLimit()).hasValue(4);
    }

    @Test
    void a_node_that_cannot_be_read_takes_all() {
        addForeign();
        ZookeeperTurn reader = add(Share.READ);
        assertThat(reader.hasCome()).isFalse();
        assertThat(reader.otherLimit()).isEmpty();
        assertThat(reader.blockers()).containsOnlyKeys(path(0));
        assertThat(ZookeeperTurn.holders(queue())).isEqualTo(1);
        children.clear();
        add(Share.READ);
        addForeign();
        assertThat(add(Share.READ).blockers()).containsOnlyKeys(path(1));
        assertThat(ZookeeperTurn.holders(queue())).isEqualTo(1);
    }

    @Test
    void nothing_has_no_holders() {
        assertThat(ZookeeperTurn.holders(queue())).isZero();
    }

    @Test
    void a_try_is_judged_behind_all() {
        add(2, 3);
        assertThat(ZookeeperTurn.of(queue(), 1, new Share(1, 3)).hasCome()).isTrue();
        assertThat(ZookeeperTurn.of(queue(), 1, new Share(2, 3)).hasCome()).isFalse();
    }

    /** Of a lock that one client holds, the first node has it, and each other one watches the node before it. */
    @Test
    void one_unit_is_an_exclusive_lock() {
        addForeign();
        addForeign();
        addForeign();
        Share all = new Share(1, 1);
        assertThat(ZookeeperTurn.of(queue(), 0, all).hasCome()).isTrue();
        assertThat(ZookeeperTurn.of(queue(), 1, all).blockers()).containsOnlyKeys(path(0));
        assertThat(ZookeeperTurn.of(queue(), 1, all).missing()).isEqualTo(1);
        assertThat(ZookeeperTurn.of(queue(), 2, all).blockers()).containsOnlyKeys(path(1));
        assertThat(ZookeeperTurn.of(queue(), 2, all).missing()).isEqualTo(2);
        assertThat(ZookeeperTurn.holders(queue())).isEqualTo(1);
    }

    /** In every queue of some thousand, and whichever nodes end: no turn comes unseen, none is seen too early. */
    @Test
    void whichever_nodes_end_a_turn_comes_only_after_the_end_of_a_watched_one() {
        Random random = new Random(7);
        for (int round = 0; round < 3_000; round++) {
            children.clear();
            int limit = 1 + random.nextInt(6);
            int before = random.nextInt(7);
            for (int i = 0; i < before; i++) {
                add(1 + random.nextInt(limit), limit);
            }
            Share own = new Share(1 + random.nextInt(limit), limit);
            ZookeeperTurn turn = add(own);
            List<String> all = List.copyOf(children);
            for (int ended = 0; ended < 1 << before; ended++) {
                children.clear();
                long freed = 0;
                boolean seen = false;
                for (int i = 0; i < all.size(); i++) {
                    Integer watched = turn.blockers().get("/p/" + all.get(i));
                    if (i == before || (ended >> i & 1) == 0) {
                        children.add(all.get(i));
                    } else if (watched != null) {
                        seen = true;
                        freed += watched;
                    }
                }
                boolean comes =
                        ZookeeperTurn.of(queue(), children.size() - 1, own).hasCome();
                assertThat(comes && !turn.hasCome() && !seen)
                        .as("unseen: %s, ended %s", all, ended)
                        .isFalse();
                assertThat(seen && freed >= turn.missing() && !comes)
                        .as("too early: %s, ended %s", all, ended)
                        .isFalse();
                assertThat(comes).isEqualTo(ZookeeperTurn.holders(queue()) == children.size());
            }
        }
    }
}
