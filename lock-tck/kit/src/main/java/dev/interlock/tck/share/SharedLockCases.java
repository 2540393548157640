// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.share;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.DistributedReadWriteLock;
import dev.interlock.DistributedSemaphore;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockUnavailableException;
import dev.interlock.ReleaseResult;
import dev.interlock.Renewal;
import dev.interlock.spi.LockBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Readers, writers and permits of several clients on one store. The test of a backend extends this class and names the
 * backend. One thread uses an instance at a time.
 */
public abstract class SharedLockCases {

    private static final AtomicLong NAMES = new AtomicLong(System.nanoTime());

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final AcquireOptions PATIENT = AcquireOptions.waitAtMost(LIMIT);

    private final String name = "shared-" + NAMES.incrementAndGet();
    private final List<LockClient> clients = new ArrayList<>();
    private LockClient one;
    private LockClient two;
    private LockClient three;

    /** For subclasses. */
    protected SharedLockCases() {
        // The clients are opened before each test.
    }

    /**
     * Another backend on the same store.
     *
     * @return a backend that was not started
     */
    protected abstract LockBackend backend();

    @BeforeEach
    final void open() {
        one = client();
        two = client();
        three = client();
    }

    private LockClient client() {
        LockClient client = LockClient.using(backend(), ClientOptions.STANDARD.withHolderHint("a hint"));
        clients.add(client);
        return client;
    }

    @AfterEach
    final void close() {
        clients.forEach(LockClient::close);
    }

    @Test
    final void readers_hold_it_together_and_a_writer_alone() throws InterruptedException {
        LockHandle first = one.readWrite(name).read().acquire(PATIENT);
        LockHandle second = two.readWrite(name).read().acquire(PATIENT);
        assertTrue(three.readWrite(name).write().tryAcquire().isEmpty());
        assertEquals(ReleaseResult.RELEASED, first.release());
        assertTrue(three.readWrite(name).write().tryAcquire().isEmpty());
        assertEquals(ReleaseResult.RELEASED, second.release());
        LockHandle writer = three.readWrite(name).write().acquire(PATIENT);
        assertGreater(writer, first);
        assertGreater(writer, second);
        assertTrue(one.readWrite(name).read().tryAcquire().isEmpty());
        assertTrue(two.readWrite(name).write().tryAcquire().isEmpty());
        writer.close();
        LockHandle third = two.readWrite(name).read().acquire(PATIENT);
        assertGreater(third, writer);
        third.close();
    }

    @Test
    final void a_reader_that_comes_after_a_waiting_writer_waits_for_it() throws InterruptedException {
        LockHandle reader = one.readWrite(name).read().acquire(PATIENT);
        CompletableFuture<LockHandle> writer = two.readWrite(name).write().acquireAsync(PATIENT);
        awaitRefused(three.readWrite(name).read());
        CompletableFuture<LockHandle> later = three.readWrite(name).read().acquireAsync(PATIENT);
        assertFalse(writer.isDone());
        reader.close();
        granted(writer);
        assertFalse(later.isDone());
        writer.join().close();
        granted(later);
        assertGreater(later.join(), writer.join());
        later.join().close();
    }

    @Test
    final void a_waiter_that_leaves_leaves_nothing_behind() throws InterruptedException {
        LockHandle reader = one.readWrite(name).read().acquire(PATIENT);
        CompletableFuture<LockHandle> writer = two.readWrite(name).write().acquireAsync(PATIENT);
        awaitRefused(three.readWrite(name).read());
        writer.cancel(true);
        LockHandle joined = three.readWrite(name).read().acquire(PATIENT);
        joined.close();
        reader.close();
    }

    @Test
    final void a_lease_that_is_not_renewed_ends() throws InterruptedException {
        Duration lease = one.capabilities().minLease().compareTo(Duration.ofSeconds(1)) > 0
                ? one.capabilities().minLease()
                : Duration.ofSeconds(1);
        AcquireOptions unrenewed = PATIENT.withLease(lease).withRenewal(Renewal.NONE);
        LockHandle gone = one.readWrite(name).read().acquire(unrenewed);
        try (LockHandle writer = two.readWrite(name).write().acquire(PATIENT)) {
            assertEquals(Duration.ZERO, gone.remaining());
            assertGreater(writer, gone);
        }
    }

    @Test
    final void the_closed_client_of_a_holder_blocks_no_other() throws InterruptedException {
        LockHandle held = one.semaphore(name, 1).permit().acquire(PATIENT);
        one.close();
        try (LockHandle next = two.semaphore(name, 1).permit().acquire(PATIENT)) {
            assertGreater(next, held);
        }
    }

    @Test
    final void no_more_permits_are_held_than_there_are() throws InterruptedException {
        LockHandle first = one.semaphore(name, 3).permit().acquire(PATIENT);
        LockHandle others = two.semaphore(name, 3).permits(2).acquire(PATIENT);
        assertTrue(three.semaphore(name, 3).permit().tryAcquire().isEmpty());
        List<Holder> holders = one.semaphore(name, 3).holders();
        assertEquals(2, holders.size());
        assertEquals(Optional.of("a hint"), holders.get(1).hint());
        LockUnavailableException refused = assertThrows(
                LockUnavailableException.class,
                () -> three.semaphore(name, 4).permit().tryAcquire());
        assertTrue(String.valueOf(refused.getMessage()).contains("has 3 permits at the store"), refused::getMessage);
        others.close();
        LockHandle next = three.semaphore(name, 3).permits(2).acquire(PATIENT);
        assertTrue(two.semaphore(name, 3).permit().tryAcquire().isEmpty());
        first.close();
        next.close();
        assertTrue(one.semaphore(name, 3).holders().isEmpty());
        LockHandle all = two.semaphore(name, 4).permits(4).acquire(PATIENT);
        all.close();
    }

    /** All clients at once: the counts inside say whether the store ever let one in too many. */
    @Test
    final void clients_that_contend_never_exceed_the_limit_and_tokens_differ() {
        AtomicInteger inside = new AtomicInteger();
        Set<Long> tokens = ConcurrentHashMap.newKeySet();
        contend(client -> {
            DistributedSemaphore semaphore = client.semaphore(name, 2);
            LockHandle handle = semaphore.permit().acquire(PATIENT);
            boolean isNew = tokens.add(handle.fencingToken());
            int now = inside.incrementAndGet();
            Thread.onSpinWait();
            inside.decrementAndGet();
            handle.close();
            return isNew && now <= 2;
        });
        assertEquals(3 * 2 * TURNS, tokens.size());
    }

    @Test
    final void readers_and_writers_that_contend_exclude_each_other() {
        AtomicInteger readers = new AtomicInteger();
        AtomicBoolean writing = new AtomicBoolean();
        AtomicLong lastWriter = new AtomicLong();
        AtomicInteger turns = new AtomicInteger();
        contend(client -> {
            DistributedReadWriteLock lock = client.readWrite(name);
            if (turns.incrementAndGet() % 3 == 0) {
                LockHandle handle = lock.write().acquire(PATIENT);
                boolean alone = writing.compareAndSet(false, true) && readers.get() == 0;
                alone &= handle.fencingToken() > lastWriter.getAndSet(handle.fencingToken());
                writing.set(false);
                handle.close();
                return alone;
            }
            LockHandle handle = lock.read().acquire(PATIENT);
            readers.incrementAndGet();
            boolean right = !writing.get() && handle.fencingToken() > lastWriter.get();
            readers.decrementAndGet();
            handle.close();
            return right;
        });
    }

    private static final int TURNS = 20;

    @FunctionalInterface
    private interface Turn {
        boolean isRight(LockClient client) throws InterruptedException;
    }

    /** Two threads of each client take so many turns each. */
    private void contend(Turn turn) {
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        AtomicInteger wrong = new AtomicInteger();
        for (LockClient client : List.of(one, two, three, one, two, three)) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            threads.add(done);
            Thread thread = new Thread(() -> {
                try {
                    for (int i = 0; i < TURNS; i++) {
                        if (!turn.isRight(client)) {
                            wrong.incrementAndGet();
                        }
                    }
                    done.complete(null);
                } catch (InterruptedException | RuntimeException e) {
                    done.completeExceptionally(e);
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
        threads.forEach(SharedLockCases::granted);
        assertEquals(0, wrong.get());
    }

    private static void assertGreater(LockHandle later, LockHandle earlier) {
        assertTrue(
                later.fencingToken() > earlier.fencingToken(),
                () -> "token " + later.fencingToken() + " must be greater than " + earlier.fencingToken());
    }

    private static void granted(CompletableFuture<?> future) {
        assertDoesNotThrow(() -> future.get(2 * LIMIT.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** Waits until a try is refused, because another waits whose turn comes first. */
    private static void awaitRefused(DistributedLock lock) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() - end < 0) {
            if (lock.tryAcquire().map(LockHandle::release).isEmpty()) {
                return;
            }
            Thread.onSpinWait();
        }
        throw new AssertionError("no waiter got a place in the queue within " + LIMIT);
    }
}
