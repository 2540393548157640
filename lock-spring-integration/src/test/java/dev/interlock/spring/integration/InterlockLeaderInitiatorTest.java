// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.ClientOptions;
import dev.interlock.ElectionOptions;
import dev.interlock.LockClient;
import dev.interlock.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.integration.leader.Candidate;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.event.AbstractLeaderEvent;

/** Two candidates with clients of their own, one of them in a context of Spring. */
final class InterlockLeaderInitiatorTest {

    private static final ElectionOptions OPTIONS =
            ElectionOptions.STANDARD.withPauses(Duration.ofMillis(200), Duration.ofSeconds(1));

    private final MemoryStore store = new MemoryStore();
    private final LockClient client = LockClient.using(store.backend(), ClientOptions.STANDARD);
    private final LockClient otherClient = LockClient.using(store.backend(), ClientOptions.STANDARD);
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Recorded candidate = new Recorded();
    private final InterlockLeaderInitiator initiator =
            new InterlockLeaderInitiator(client.election("leaders/reports"), candidate, OPTIONS);
    private final InterlockLeaderInitiator other =
            new InterlockLeaderInitiator(otherClient.election("leaders/reports"), new Recorded(), OPTIONS);
    private final GenericApplicationContext context = new GenericApplicationContext();

    InterlockLeaderInitiatorTest() {
        context.registerBean(InterlockLeaderInitiator.class, () -> initiator);
        context.addApplicationListener(
                (AbstractLeaderEvent event) -> calls.add(event.getClass().getSimpleName() + " " + event.getRole() + " "
                        + event.getContext().isLeader()));
    }

    @AfterEach
    void close() {
        context.close();
        other.stop();
        client.close();
        otherClient.close();
    }

    @Test
    void it_leads_from_the_start_of_the_context_to_its_close_and_revokes_before_the_lock_is_released() {
        assertThat(initiator.getContext().isLeader()).isFalse();
        context.refresh();
        await().until(() -> calls.size() == 2);
        assertThat(calls).containsExactly("granted true", "OnGrantedEvent reports true");
        assertThat(initiator.getContext().isLeader()).isTrue();
        assertThat(initiator.leadership().orElseThrow().term())
                .isEqualTo(otherClient.inspect("leaders/reports").orElseThrow().fencingToken());
        context.close();
        assertThat(calls).hasSize(4).endsWith("revoked true", "OnRevokedEvent reports false");
        assertThat(initiator.isRunning()).isFalse();
        assertThat(otherClient.inspect("leaders/reports")).isEmpty();
    }

    @Test
    void a_leader_that_yields_lets_the_other_lead_and_follows() {
        context.refresh();
        await().until(() -> initiator.getContext().isLeader());
        Context first = initiator.getContext();
        other.start();
        other.start();
        first.yield();
        await().until(() -> other.getContext().isLeader());
        assertThat(first.isLeader()).isFalse();
        other.getContext().yield();
        await().until(() -> initiator.getContext().isLeader());
        first.yield();
        assertThat(initiator.getContext().isLeader())
                .as("a context of an earlier term ends nothing")
                .isTrue();
    }

    @Test
    void a_leader_that_lost_its_lock_is_revoked_and_stands_again() {
        context.refresh();
        await().until(() -> initiator.getContext().isLeader());
        store.lose("leaders/reports");
        await().until(() -> calls.contains("OnRevokedEvent reports false"));
        await().until(() -> initiator.getContext().isLeader());
    }

    @Test
    void a_candidate_that_blocks_is_interrupted() {
        candidate.blocks = true;
        context.refresh();
        await().until(() -> calls.contains("granted true"));
        initiator.stop();
        assertThat(calls)
                .containsExactly("granted true", "interrupted", "revoked true", "OnRevokedEvent reports false");
        initiator.start();
        await().until(() -> calls.size() == 5);
    }

    /** Notes its calls. */
    private final class Recorded implements Candidate {

        private volatile boolean blocks;

        @Override
        public String getRole() {
            return "reports";
        }

        @Override
        public String getId() {
            return "one";
        }

        @Override
        public void onGranted(Context granted) throws InterruptedException {
            calls.add("granted " + granted.isLeader());
            if (blocks) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    calls.add("interrupted");
                    throw e;
                }
            }
        }

        @Override
        public void onRevoked(Context revoked) {
            calls.add("revoked " + otherClient.inspect("leaders/reports").isPresent());
        }
    }
}
