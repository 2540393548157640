// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedReadWriteLock;
import dev.interlock.HandOff;
import dev.interlock.HandleState;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockName;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.LossInterrupt;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.internal.client.Engine;
import dev.interlock.memory.ManualClock;
import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Readers and writers of two clients on the store in memory. */
class ReadWriteLockTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    /** So many that a loss which comes after the close is seen once. */
    private static final int CLOSES = 300;

    private static final AcquireOptions PATIENT = AcquireOptions.waitAtMost(AcquireOptions.UNLIMITED);

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore();
    private final LockBackend backend = store.backend();
    private final Counted counted = new Counted(backend.shares().orElseThrow());
    private final LockClient client = LockClient.using(counted.over(backend), ClientOptions.STANDARD.withClock(clock));
    private final LockClient other = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock));
    private final DistributedReadWriteLock lock = client.readWrite("cache");
    private final DistributedReadWriteLock others = other.readWrite("cache");

    @AfterEach
    void close() {
        client.close();
        other.close();
    }

    @Test
    void readers_hold_it_together_and_writers_alone() throws InterruptedException {
        LockHandle one = lock.read().acquire();
        LockHandle two = others.read().acquire();
        assertThat(others.write().tryAcquire()).isEmpty();
        one.release();
        assertThat(lock.write().tryAcquire()).isEmpty();
        two.release();
        try (LockHandle writer = lock.write().acquire()) {
            assertThat(writer.fencingToken()).isGreaterThan(one.fencingToken()).isGreaterThan(two.fencingToken());
            assertThat(others.read().tryAcquire()).isEmpty();
            assertThat(others.write().tryAcquire()).isEmpty();
            assertThat(lock.read().tryAcquire()).isEmpty();
        }
        assertThat(others.read().tryAcquire()).isPresent();
    }

    @Test
    void the_readers_of_a_client_are_one_to_the_store() throws InterruptedException {
        List<LockHandle> readers = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            readers.add(lock.read().acquire());
        }
        assertThat(counted.acquisitions).hasValue(1);
        assertThat(readers)
                .extracting(LockHandle::fencingToken)
                .containsOnly(readers.get(0).fencingToken());
        readers.subList(1, readers.size())
                .forEach(reader -> assertThat(reader.release()).isEqualTo(ReleaseResult.RELEASED));
        assertThat(readers.get(0).state()).isEqualTo(HandleState.HELD);
        assertThat(readers.get(1).state()).isEqualTo(HandleState.RELEASED);
        assertThat(readers.get(1).renew(LIMIT)).isEqualTo(RenewResult.NOT_HELD);
        assertThat(others.write().tryAcquire()).isEmpty();
        assertThat(counted.releases).hasValue(0);
        assertThat(readers.get(0).release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(counted.releases).hasValue(1);
        assertThat(others.write().tryAcquire()).isPresent();
    }

    @Test
    void a_reader_that_comes_after_a_waiting_writer_waits_for_it() throws InterruptedException {
        LockHandle reader = lock.read().acquire();
        CompletableFuture<LockHandle> writer = others.write().acquireAsync(PATIENT);
        awaitPlace();
        assertThat(others.read().tryAcquire())
                .as("a reader of the writer's client")
                .isEmpty();
        // The readers of the holder's client join it, until it asks the store again.
        LockHandle joined = lock.read().acquire();
        clock.advance(HandOff.STANDARD.within());
        assertThat(lock.read().tryAcquire()).as("after the question").isEmpty();
        CompletableFuture<LockHandle> later = lock.read().acquireAsync(PATIENT);
        reader.release();
        assertThat(writer).isNotDone();
        joined.release();
        assertThat(writer).succeedsWithin(LIMIT);
        assertThat(later).isNotDone();
        writer.join().release();
        assertThat(later).succeedsWithin(LIMIT);
        assertThat(later.join().fencingToken()).isGreaterThan(writer.join().fencingToken());
        later.join().release();
    }

    /** Found on ZooKeeper, where no lease is longer than the session: the default lease is. */
    @Test
    void a_reader_that_asks_the_store_asks_for_no_longer_lease_than_the_store_can_keep() throws InterruptedException {
        Counted brief = new Counted(backend.shares().orElseThrow());
        brief.longestLease = HandOff.STANDARD.within().multipliedBy(20);
        try (LockClient asking = LockClient.using(brief.over(backend), ClientOptions.STANDARD.withClock(clock))) {
            DistributedReadWriteLock asked = asking.readWrite("cache");
            LockHandle first = asked.read().acquire();
            clock.advance(HandOff.STANDARD.within());
            assertThat(asked.read().tryAcquire()).isPresent();
            clock.advance(HandOff.STANDARD.within());
            assertThat(asked.read().acquireAsync(PATIENT)).succeedsWithin(LIMIT);
            assertThat(first.state()).isEqualTo(HandleState.HELD);
            assertThat(brief.acquisitions).hasValue(1);
        }
    }

    @Test
    void a_writer_does_not_wait_for_readers_that_come_later() throws InterruptedException {
        LockHandle writer = lock.write().acquire();
        CompletableFuture<LockHandle> first = others.write().acquireAsync(PATIENT);
        awaitPlace();
        CompletableFuture<LockHandle> second = lock.read().acquireAsync(PATIENT);
        writer.release();
        assertThat(first).succeedsWithin(LIMIT);
        assertThat(second).isNotDone();
        first.join().release();
        assertThat(second).succeedsWithin(LIMIT);
        second.join().release();
    }

    @Test
    void readers_that_wait_are_served_together() throws InterruptedException {
        LockHandle writer = others.write().acquire();
        List<CompletableFuture<LockHandle>> readers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            readers.add(lock.read().acquireAsync(PATIENT));
        }
        writer.release();
        assertThat(readers).allSatisfy(reader -> assertThat(reader).succeedsWithin(LIMIT));
        assertThat(readers.stream().map(reader -> reader.join().fencingToken()).distinct())
                .hasSize(1);
        readers.forEach(reader -> reader.join().release());
        assertThat(others.write().tryAcquire()).isPresent();
    }

    @Test
    void a_waiter_that_leaves_leaves_nothing_behind() throws InterruptedException {
        LockHandle writer = others.write().acquire();
        CompletableFuture<LockHandle> one = lock.read().acquireAsync(PATIENT);
        CompletableFuture<LockHandle> two = lock.read().acquireAsync(PATIENT);
        awaitPlace();
        one.cancel(true);
        two.cancel(true);
        await().atMost(LIMIT).until(() -> ((Engine) client).isIdle());
        writer.release();
        try (LockHandle next = others.write().acquire(PATIENT)) {
            assertThat(next.state()).isEqualTo(HandleState.HELD);
        }
        assertThat(others.read().tryAcquire()).isPresent();
    }

    @Test
    void a_wait_ends_at_its_limit() throws InterruptedException {
        LockHandle writer = others.write().acquire();
        Duration wait = Duration.ofSeconds(5);
        CompletableFuture<LockHandle> reader = lock.read().acquireAsync(AcquireOptions.waitAtMost(wait));
        awaitPlace();
        CompletableFuture<LockHandle> patient = lock.read().acquireAsync(PATIENT);
        clock.advance(wait);
        assertThat(reader).failsWithin(LIMIT).withThrowableThat().withCauseInstanceOf(LockTimeoutException.class);
        assertThat(patient).isNotDone();
        writer.release();
        assertThat(patient).succeedsWithin(LIMIT);
        patient.join().release();
        LockHandle held = others.write().acquire();
        assertThatThrownBy(() -> lock.read().acquire(AcquireOptions.waitAtMost(Duration.ZERO)))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("'cache/read'");
        held.release();
    }

    @Test
    void a_reader_of_another_lease_has_a_grant_of_its_own() throws InterruptedException {
        LockHandle usual = lock.read().acquire();
        LockHandle shorter = lock.read().acquire(PATIENT.withLease(Duration.ofSeconds(5)));
        assertThat(counted.acquisitions).hasValue(2);
        assertThat(shorter.lockName()).isEqualTo("cache/read#1");
        usual.release();
        assertThat(others.write().tryAcquire()).isEmpty();
        shorter.release();
        assertThat(others.write().tryAcquire()).isPresent();
    }

    @Test
    void a_lost_grant_is_the_loss_of_each_reader_that_is_still_inside() throws InterruptedException {
        List<LockLost> losses = new CopyOnWriteArrayList<>();
        LockHandle gone = lock.read().acquire();
        LockHandle inside = lock.read().acquire();
        gone.onLost(losses::add, Runnable::run);
        inside.onLost(losses::add, Runnable::run);
        gone.release();
        LossInterrupt interrupt = inside.interruptOnLoss();
        store.clear();
        assertThat(inside.renew(LIMIT)).isEqualTo(RenewResult.NOT_HELD);
        assertThat(inside.state()).isEqualTo(HandleState.LOST);
        await().atMost(LIMIT).until(() -> losses.size() == 1);
        interrupt.close();
        assertThat(inside.release()).isEqualTo(ReleaseResult.NOT_HELD);
        assertThat(gone.state()).isEqualTo(HandleState.RELEASED);
        try (LockHandle next = lock.read().acquire()) {
            assertThat(next.state()).isEqualTo(HandleState.HELD);
            assertThat(losses).hasSize(1);
        }
    }

    @Test
    void a_consumer_that_comes_after_the_loss_and_the_release_gets_the_loss() throws InterruptedException {
        LockHandle reader = lock.read().acquire();
        LockHandle writer = client.readWrite("other").write().acquire();
        LockHandle permit = client.semaphore("exports", 1).permit().acquire();
        store.clear();
        for (LockHandle handle : List.of(reader, writer, permit)) {
            List<LockLost> losses = new CopyOnWriteArrayList<>();
            assertThat(handle.renew(LIMIT)).isEqualTo(RenewResult.NOT_HELD);
            assertThat(handle.release()).isEqualTo(ReleaseResult.NOT_HELD);
            handle.onLost(losses::add, Runnable::run);
            await().atMost(LIMIT).until(() -> losses.size() == 1);
            assertThat(handle.state()).isEqualTo(HandleState.LOST);
        }
    }

    @Test
    void a_release_that_is_repeated_changes_nothing() throws InterruptedException {
        LockHandle one = lock.read().acquire();
        LockHandle two = lock.read().acquire();
        assertThat(one.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(one.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(one.releaseAsync()).succeedsWithin(LIMIT).isEqualTo(ReleaseResult.RELEASED);
        assertThat(two.state()).isEqualTo(HandleState.HELD);
        two.close();
    }

    @Test
    void work_is_done_under_it() throws InterruptedException {
        assertThat(lock.read().<Integer, RuntimeException>withLock(handle -> 1)).isEqualTo(1);
        assertThat(lock.read()
                        .runIfFree(handle ->
                                assertThat(others.write().tryAcquire()).isEmpty()))
                .isTrue();
        CompletableFuture<String> done =
                lock.read().withLockAsync(PATIENT, handle -> CompletableFuture.completedFuture("done"));
        assertThat(done).succeedsWithin(LIMIT).isEqualTo("done");
        await().atMost(LIMIT).until(() -> others.write().tryAcquire().isPresent());
    }

    @Test
    void the_close_of_the_client_releases_what_its_readers_and_writers_have() throws InterruptedException {
        LockHandle reader = lock.read().acquire();
        client.close();
        assertThat(reader.state()).isEqualTo(HandleState.LOST);
        assertThat(others.write().tryAcquire()).isPresent();
        assertThatThrownBy(() -> lock.read().tryAcquire()).isInstanceOf(LockClientClosedException.class);
        assertThatThrownBy(() -> client.readWrite("cache")).isInstanceOf(LockClientClosedException.class);
    }

    /** Whether others wait is a question for readers that join, not for one whose turn has come. */
    @Test
    void a_reader_keeps_its_turn_although_a_writer_waits_behind_it() throws InterruptedException {
        try (LockClient asking = LockClient.using(
                store.backend(), ClientOptions.STANDARD.withClock(clock).withHandOff(HandOff.NONE))) {
            LockHandle before = others.write().acquire();
            CompletableFuture<LockHandle> reader =
                    asking.readWrite("cache").read().acquireAsync(PATIENT);
            await().atMost(LIMIT).until(this::isWanted);
            CompletableFuture<LockHandle> behind = lock.write().acquireAsync(PATIENT);
            await().atMost(LIMIT).until(() -> counted.attempts.get() == 1);
            before.release();
            assertThat(reader).succeedsWithin(LIMIT);
            assertThat(behind).isNotDone();
            reader.join().release();
            assertThat(behind).succeedsWithin(LIMIT);
        }
    }

    /** Whether the store says that others wait, in its answer to a renewal of a grant that does not exist. */
    private boolean isWanted() {
        Attempt stranger = Attempt.of(new LockName("cache"), AttemptId.random(), LIMIT, 1, null);
        return counted.renew(Grant.of(stranger, 1, 0, LIMIT), LIMIT).wanted();
    }

    @Test
    void a_try_that_fails_leaves_no_reader_behind() throws Exception {
        MemoryStore timed = new MemoryStore();
        LockBackend far = timed.backend();
        Counted silent = new Counted(far.shares().orElseThrow());
        CountDownLatch answer = new CountDownLatch(1);
        silent.unanswered = answer;
        try (LockClient asking = LockClient.using(silent.over(far), ClientOptions.STANDARD);
                LockClient next = LockClient.using(timed.backend(), ClientOptions.STANDARD)) {
            DistributedReadWriteLock asked = asking.readWrite("cache");
            CompletableFuture<LockHandle> first = asked.read().acquireAsync(PATIENT);
            await().atMost(LIMIT).until(() -> silent.acquisitions.get() == 1);
            List<Exception> thrown = new CopyOnWriteArrayList<>();
            Thread second = new Thread(() -> {
                try {
                    asked.read().tryAcquire().ifPresent(LockHandle::release);
                } catch (LockUnavailableException e) {
                    thrown.add(e);
                }
            });
            second.start();
            await().atMost(LIMIT).until(() -> second.getState() == Thread.State.WAITING);
            answer.countDown();
            second.join(LIMIT.toMillis());
            assertThat(thrown).hasSize(1);
            assertThat(first).succeedsWithin(LIMIT);
            assertThat(first.join().release()).isEqualTo(ReleaseResult.RELEASED);
            assertThat(next.readWrite("cache").write().tryAcquire()).isPresent();
        }
    }

    /** Its listeners end with the client: what ends before must have come to them. */
    @Test
    void listeners_get_the_loss_of_what_the_close_releases() throws InterruptedException {
        for (int round = 0; round < CLOSES; round++) {
            CountDownLatch lost = new CountDownLatch(1);
            LockClient closing = LockClient.using(store.backend(), ClientOptions.STANDARD.withListeners(event -> {
                if (event instanceof LockEvent.Lost) {
                    lost.countDown();
                }
            }));
            LockHandle writer = closing.readWrite("closing").write().acquire();
            closing.close();
            assertThat(writer.state()).isEqualTo(HandleState.LOST);
            assertThat(lost.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
        }
    }

    @Test
    void the_name_is_another_lock_than_the_exclusive_one() throws InterruptedException {
        try (LockHandle exclusive = client.lock("cache").acquire();
                LockHandle writer = lock.write().acquire()) {
            assertThat(writer.lockName()).isEqualTo("cache/write");
            assertThat(exclusive.lockName()).isEqualTo("cache");
        }
        assertThat(lock.name()).isEqualTo("cache");
    }

    /** Waits until a caller of another client has a place in the queue: then a try by a third one is refused. */
    private void awaitPlace() {
        try (LockClient third = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock))) {
            await().atMost(LIMIT).until(() -> {
                Optional<LockHandle> tried = third.readWrite("cache").read().tryAcquire();
                tried.ifPresent(LockHandle::release);
                return tried.isEmpty();
            });
        }
    }

    /** The shares of a store, whose requests are counted. */
    private static final class Counted implements ShareSteps {

        private final AtomicInteger acquisitions = new AtomicInteger();
        private final AtomicInteger attempts = new AtomicInteger();
        private final AtomicInteger releases = new AtomicInteger();
        private final ShareSteps steps;

        /** The first attempt of a waiter has no answer, once this is counted down. */
        private volatile @Nullable CountDownLatch unanswered;

        private @Nullable Duration longestLease;

        private Counted(ShareSteps steps) {
            this.steps = steps;
        }

        /** The backend with these shares. */
        private LockBackend over(LockBackend backend) {
            return (LockBackend) Proxy.newProxyInstance(
                    LockBackend.class.getClassLoader(),
                    new Class<?>[] {LockBackend.class},
                    (proxy, method, arguments) -> {
                        try {
                            return method.getName().equals("shares")
                                    ? Optional.of(this)
                                    : method.invoke(backend, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getTargetException();
                        }
                    });
        }

        @Override
        public Capabilities capabilities() {
            Capabilities all = steps.capabilities();
            return longestLease == null ? all : all.withLeases(all.minLease(), longestLease);
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt, Share share) {
            acquisitions.incrementAndGet();
            return steps.tryAcquire(attempt, share);
        }

        @Override
        public Contest contest(Attempt attempt, Share share) {
            acquisitions.incrementAndGet();
            return new Silent(steps.contest(attempt, share), this);
        }

        @Override
        public Renewal renew(Grant grant, Duration lease) {
            return steps.renew(grant, lease);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            releases.incrementAndGet();
            return steps.release(attempt);
        }

        @Override
        public List<Holder> inspect(LockName name) {
            return steps.inspect(name);
        }
    }

    /** A waiter that perhaps gets no answer to its first attempt. */
    private record Silent(Contest to, Counted counted) implements Contest {

        @Override
        public AcquireOutcome attempt() {
            CountDownLatch answer = counted.unanswered;
            if (answer == null) {
                AcquireOutcome outcome = to.attempt();
                counted.attempts.incrementAndGet();
                return outcome;
            }
            counted.unanswered = null;
            try {
                answer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new AcquireOutcome.Unknown(new IOException("no answer"));
        }

        @Override
        public CompletionStage<?> signal() {
            return to.signal();
        }

        @Override
        public boolean signalled() {
            return to.signalled();
        }

        @Override
        public boolean inTurn() {
            return to.inTurn();
        }

        @Override
        public void close() {
            to.close();
        }
    }
}
