// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockUnavailableException;
import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.tck.forward.ForwardingBackend;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.LeaderEventPublisher;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

/** Spring Integration's leader election on the registry: two candidates with clients of their own. */
final class LeaderElectionTest {

    private final MemoryStore store = new MemoryStore();
    private final Outage outage = new Outage(store);
    private final LockClient client = LockClient.using(outage, ClientOptions.STANDARD);
    private final LockClient otherClient = LockClient.using(store.backend(), ClientOptions.STANDARD);
    private final Events events = new Events();
    private final Events otherEvents = new Events();
    private final LockRegistryLeaderInitiator candidate = candidate(client, events);
    private final LockRegistryLeaderInitiator other = candidate(otherClient, otherEvents);

    private static LockRegistryLeaderInitiator candidate(LockClient client, Events events) {
        LockRegistryLeaderInitiator initiator = new LockRegistryLeaderInitiator(
                new InterlockLockRegistry(client, "leaders"), new DefaultCandidate("one", "reports"));
        initiator.setHeartBeatMillis(50);
        initiator.setBusyWaitMillis(5);
        initiator.setLeaderEventPublisher(events);
        initiator.setPublishFailedEvents(true);
        return initiator;
    }

    @AfterEach
    void close() {
        candidate.stop();
        other.stop();
        client.close();
        otherClient.close();
    }

    @Test
    void a_candidate_leads_from_start_to_stop() {
        assertThat(leads(candidate)).isFalse();
        candidate.start();
        await().until(() -> events.granted.get() == 1 && leads(candidate));
        assertThat(otherClient.inspect("leaders/reports")).isPresent();
        candidate.stop();
        await().until(() -> events.revoked.get() == 1 && !leads(candidate));
        assertThat(otherClient.inspect("leaders/reports")).isEmpty();
    }

    @Test
    void a_leader_can_yield() {
        candidate.start();
        await().until(() -> leads(candidate));
        other.start();
        await().until(() -> otherEvents.failed.get() > 0);
        candidate.getContext().yield();
        await().until(() -> events.revoked.get() > 0);
        await().until(() -> leads(other) || leads(candidate));
    }

    @Test
    void another_candidate_leads_once_the_leader_stops() {
        candidate.start();
        await().until(() -> leads(candidate));
        other.start();
        await().until(() -> otherEvents.failed.get() > 0);
        assertThat(leads(other)).isFalse();
        candidate.stop();
        await().until(() -> leads(other));
        assertThat(leads(candidate)).isFalse();
    }

    @Test
    void a_leader_that_has_lost_its_lock_is_told_and_another_leads() {
        candidate.start();
        await().until(() -> leads(candidate));
        other.start();
        await().until(() -> otherEvents.failed.get() > 0);
        store.lose("leaders/reports");
        await().until(() -> events.revoked.get() == 1);
        await().until(() -> leads(candidate) != leads(other));
    }

    @Test
    void a_candidate_leads_once_the_store_can_be_asked_again() {
        outage.begin();
        candidate.start();
        await().until(() -> outage.refused.get() > 1);
        assertThat(leads(candidate)).isFalse();
        outage.end();
        await().until(() -> leads(candidate));
    }

    private static boolean leads(LockRegistryLeaderInitiator initiator) {
        return initiator.getContext().isLeader();
    }

    /** Counts the grants and revocations that a candidate receives. */
    private static final class Events implements LeaderEventPublisher {

        private final AtomicInteger granted = new AtomicInteger();
        private final AtomicInteger revoked = new AtomicInteger();
        private final AtomicInteger failed = new AtomicInteger();

        @Override
        public void publishOnGranted(Object source, Context context, String role) {
            granted.incrementAndGet();
        }

        @Override
        public void publishOnRevoked(Object source, Context context, String role) {
            revoked.incrementAndGet();
        }

        @Override
        public void publishOnFailedToAcquire(Object source, Context context, String role) {
            failed.incrementAndGet();
        }
    }

    /** A store that refuses attempts during an outage. */
    private static final class Outage extends ForwardingBackend {

        private final AtomicInteger refused = new AtomicInteger();
        private volatile boolean lasts;

        Outage(MemoryStore store) {
            super(store.backend());
        }

        void begin() {
            lasts = true;
        }

        void end() {
            lasts = false;
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            if (lasts) {
                refused.incrementAndGet();
                return new AcquireOutcome.Refused(new LockUnavailableException("an outage", null), false);
            }
            return step.get();
        }
    }
}
