// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Candidacy;
import dev.interlock.CandidacyState;
import dev.interlock.ClientOptions;
import dev.interlock.ElectionOptions;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockUnavailableException;
import dev.interlock.memory.MemoryStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Candidates of a client that connects when they stand. */
final class LazyElectionTest {

    private static final ElectionOptions OPTIONS =
            ElectionOptions.STANDARD.withPauses(Duration.ofMillis(5), Duration.ofMillis(20));

    private final MemoryStore store = new MemoryStore();
    private final ExecutorService blocking = Executors.newCachedThreadPool();
    private final AtomicInteger tries = new AtomicInteger();
    private volatile boolean reachable;
    private final LazyLockClient client = new LazyLockClient(this::open, blocking);

    private LockClient open() {
        tries.incrementAndGet();
        if (!reachable) {
            throw new LockUnavailableException("not reachable", null);
        }
        return LockClient.using(store.backend(), ClientOptions.STANDARD);
    }

    @AfterEach
    void close() {
        client.close();
        blocking.shutdown();
    }

    @Test
    void a_candidate_stands_once_the_store_can_be_reached() {
        Candidacy candidacy = client.election("e").lead(OPTIONS, leadership -> leadership.awaitEnd());
        assertThat(candidacy.state()).isEqualTo(CandidacyState.FOLLOWING);
        assertThat(candidacy.leadership()).isEmpty();
        assertThat(candidacy.abdicate()).isFalse();
        assertThat(client.candidates()).containsExactly(new Standing("e", CandidacyState.FOLLOWING, Optional.empty()));
        await().until(() -> tries.get() > 3);
        reachable = true;
        await().until(() -> candidacy.leadership().isPresent());
        Optional<Long> term = client.election("e").leader().map(Holder::fencingToken);
        assertThat(term).isPresent();
        assertThat(client.candidates()).containsExactly(new Standing("e", CandidacyState.LEADING, term));
        candidacy.close();
        assertThat(candidacy.state()).isEqualTo(CandidacyState.CLOSED);
        assertThat(client.candidates()).isEmpty();
        assertThat(client.election("e").leader()).isEmpty();
    }

    @Test
    void a_candidate_tells_its_state_while_its_client_connects() throws Exception {
        CountDownLatch connecting = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        LazyLockClient slow = new LazyLockClient(
                () -> {
                    if (tries.incrementAndGet() == 1) {
                        throw new LockUnavailableException("not reachable", null);
                    }
                    connecting.countDown();
                    awaitQuietly(go);
                    return LockClient.using(store.backend(), ClientOptions.STANDARD);
                },
                blocking);
        Candidacy candidacy = slow.election("e").lead(OPTIONS, leadership -> leadership.awaitEnd());
        assertThat(connecting.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(CompletableFuture.supplyAsync(candidacy::state, blocking))
                .succeedsWithin(Duration.ofSeconds(60))
                .isEqualTo(CandidacyState.FOLLOWING);
        go.countDown();
        await().until(() -> candidacy.leadership().isPresent());
        candidacy.close();
        slow.close();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_candidate_that_is_closed_before_does_not_stand() {
        Candidacy candidacy = client.election("e").lead(OPTIONS, leadership -> {});
        candidacy.close();
        assertThat(candidacy.state()).isEqualTo(CandidacyState.CLOSED);
        reachable = true;
        assertThat(client.election("e").leader()).isEmpty();
    }

    @Test
    void what_cannot_work_later_either_is_refused_at_once() {
        reachable = true;
        ElectionOptions wrong = OPTIONS.withLock(AcquireOptions.inherited()
                .withLockDelay(AcquireOptions.MAX_LEASE)
                .withLease(AcquireOptions.MAX_LEASE));
        assertThatThrownBy(() -> client.election("e").lead(wrong, leadership -> {}))
                .isInstanceOf(IllegalArgumentException.class);
        client.close();
        assertThatThrownBy(() -> client.election("e").lead(OPTIONS, leadership -> {}))
                .isInstanceOf(LockClientClosedException.class);
    }
}
