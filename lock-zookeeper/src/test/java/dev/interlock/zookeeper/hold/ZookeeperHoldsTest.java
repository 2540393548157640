// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.hold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.memory.ManualClock;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.zookeeper.session.ZookeeperAccess;
import dev.interlock.zookeeper.session.ZookeeperAttemptNode;
import dev.interlock.zookeeper.session.ZookeeperOrphans;
import dev.interlock.zookeeper.session.ZookeeperRequests;
import java.io.IOException;
import java.time.Duration;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The ends of leases, which are this client's own task; in a session without servers, so that none of them interferes. */
class ZookeeperHoldsTest {

    private static ZooKeeper session;

    private final ManualClock clock = new ManualClock();
    private final StandaloneContext context = new StandaloneContext(clock);
    private final ZookeeperOrphans orphans = new ZookeeperOrphans();
    private final ZookeeperHolds holds = new ZookeeperHolds(context, orphans);

    @BeforeAll
    static void open() throws IOException {
        // A port on which no server can listen.
        session = new ZooKeeper("127.0.0.1:1", 30_000, event -> {});
    }

    @AfterAll
    static void close() throws InterruptedException {
        session.close();
    }

    private long in(int seconds) {
        return clock.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    }

    private void pass(int seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    private static Attempt attempt() {
        return Attempt.of(new LockName("held"), AttemptId.random(), Duration.ofSeconds(20), 1, null);
    }

    private Attempt begun(int leaseSeconds) {
        return begun(attempt(), leaseSeconds);
    }

    private Attempt begun(Attempt attempt, int leaseSeconds) {
        String parent = "/interlock/held";
        String path = parent + "/lock-" + attempt.id().text() + "-0000000001";
        ZookeeperRequests requests = new ZookeeperRequests(session, ZookeeperAccess.OPEN);
        holds.begin(attempt, new ZookeeperAttemptNode(requests, parent, path), in(leaseSeconds));
        return attempt;
    }

    private boolean isHeld(Attempt attempt) {
        return holds.of(attempt.id()) != null;
    }

    @Test
    void the_end_of_a_lease_ends_the_hold_and_deletes_its_node() {
        Attempt attempt = begun(20);
        pass(19);
        assertThat(isHeld(attempt)).isTrue();
        assertThat(orphans.forget(attempt.id())).isNull();
        pass(1);
        assertThat(isHeld(attempt)).isFalse();
        // Still to be deleted, since no server answers.
        assertThat(orphans.forget(attempt.id())).isNotNull();
        assertThat(context.lost()).isEmpty();
    }

    @Test
    void a_short_lease_ends_in_time_beside_a_long_one() {
        Attempt longer = begun(60);
        // Its watch is asked for by then, so that only its end is to come.
        pass(1);
        Attempt shorter = begun(2);
        pass(2);
        assertThat(isHeld(shorter)).isFalse();
        assertThat(isHeld(longer)).isTrue();
    }

    @Test
    void a_renewal_moves_the_end_and_never_back() {
        Attempt attempt = begun(20);
        ZookeeperHold hold = holds.of(attempt.id());
        assertThat(hold).isNotNull();
        assertThat(hold.extend(in(30))).isTrue();
        // As if one that was sent before came later.
        assertThat(hold.extend(in(25))).isTrue();
        pass(29);
        assertThat(isHeld(attempt)).isTrue();
        assertThat(hold.extend(in(30))).isTrue();
        pass(30);
        assertThat(isHeld(attempt)).isFalse();
        assertThat(hold.extend(in(30))).isFalse();
    }

    @Test
    void the_hold_of_a_repeated_grant_outlives_the_end_of_the_former_lease() {
        Attempt attempt = begun(20);
        ZookeeperHold former = holds.of(attempt.id());
        assertThat(former).isNotNull();
        begun(attempt, 40);
        assertThat(former.extend(in(60))).isFalse();
        pass(30);
        assertThat(isHeld(attempt)).isTrue();
        assertThat(orphans.forget(attempt.id())).isNull();
    }

    @Test
    void the_hold_of_a_repeated_grant_keeps_the_lease_of_a_renewal_for_longer() {
        Attempt attempt = begun(20);
        ZookeeperHold renewed = holds.of(attempt.id());
        assertThat(renewed).isNotNull();
        assertThat(renewed.extend(in(60))).isTrue();
        begun(attempt, 20);
        pass(59);
        assertThat(isHeld(attempt)).isTrue();
        pass(1);
        assertThat(isHeld(attempt)).isFalse();
    }

    /** The servers may not know that this client gave the session up, and keep its nodes. */
    @Test
    void the_end_of_the_session_ends_its_holds_and_leaves_their_nodes_to_the_next() {
        Attempt attempt = begun(20);
        holds.loseAllBut(session, "the connection is back");
        assertThat(isHeld(attempt)).isTrue();
        holds.loseAllBut(null, "the session ended");
        assertThat(isHeld(attempt)).isFalse();
        assertThat(context.lost()).containsExactly(attempt.id());
        assertThat(orphans.forget(attempt.id())).isNotNull();
    }
}
