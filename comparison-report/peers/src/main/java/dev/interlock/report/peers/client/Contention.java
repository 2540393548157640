// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

import dev.interlock.report.contender.NamedLock;
import dev.interlock.report.contender.OpenClient;
import dev.interlock.report.contender.Part;
import dev.interlock.report.contender.Peer;
import dev.interlock.report.contention.round.Board;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that contend for a lock. Memory that all JVMs share shows which holders are inside at the same time. */
final class Contention {

    private static final int PLACE = 0;
    private static final int THREADS = 3;
    private static final int MOST_REFUSALS = 100;
    private static final Duration WAIT = Duration.ofSeconds(20);
    private static final long INSIDE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Peer peer;
    private final OpenClient client;
    private final Board board;
    private final AtomicLong grants = new AtomicLong();
    private final AtomicLong violations = new AtomicLong();
    private final AtomicLong refusals = new AtomicLong();
    /** A wait that ends by time alone; a park could end at once, by what a library left behind. */
    private final Semaphore never = new Semaphore(0);

    Contention(Peer peer, OpenClient client, Board board) {
        this.peer = peer;
        this.client = client;
        this.board = board;
    }

    /** The answer contains the number of grants, and the number of violations as text. */
    ClientMessage run(Order order) throws InterruptedException, ExecutionException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(order.millis());
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                // Of readers, the last one writes.
                Part part = order.part() == Part.READ && i == THREADS - 1 ? Part.WRITE : order.part();
                all.add(threads.submit(() -> {
                    contend(part, part.of(client, order.name()), end);
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        if (violations.get() == 0 && refusals.get() > 0) {
            return ClientMessage.failed(refusals.get() + " releases failed");
        }
        return new ClientMessage(Kind.DONE, grants.get(), 0, Long.toString(violations.get()));
    }

    private void contend(Part part, NamedLock lock, long end) throws Exception {
        while (System.nanoTime() < end) {
            if (LockThread.acquire(peer, lock, WAIT)) {
                grants.incrementAndGet();
                boolean alone = enter(part);
                never.tryAcquire(INSIDE_NANOS, TimeUnit.NANOSECONDS);
                if (!leave(part) || !alone) {
                    violations.incrementAndGet();
                }
                release(lock);
            }
        }
    }

    private boolean enter(Part part) {
        return switch (part) {
            case READ -> board.enterBesideReaders(PLACE);
            case WRITE -> board.enterAsWriter(PLACE);
            case LOCK, PERMIT -> board.enter(PLACE, 1);
            case PERMIT_OF_TWO -> board.enter(PLACE, 2);
            case PERMIT_OF_THREE -> board.enter(PLACE, 3);
        };
    }

    private boolean leave(Part part) {
        return switch (part) {
            case READ -> board.leaveReaders(PLACE);
            case WRITE -> board.leaveAsWriter(PLACE);
            case LOCK, PERMIT -> board.leave(PLACE, 1);
            case PERMIT_OF_TWO -> board.leave(PLACE, 2);
            case PERMIT_OF_THREE -> board.leave(PLACE, 3);
        };
    }

    /**
     * A holder that was not alone may be refused its release as well; without a violation, single refusals show
     * nothing.
     */
    private void release(NamedLock lock) throws Exception {
        try {
            lock.release();
        } catch (Exception e) {
            if (violations.get() == 0 && refusals.incrementAndGet() > MOST_REFUSALS) {
                throw e;
            }
        }
    }
}
