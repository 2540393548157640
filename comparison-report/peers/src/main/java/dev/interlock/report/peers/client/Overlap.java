// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

import dev.interlock.report.contender.NamedLock;
import dev.interlock.report.contender.OpenClient;
import dev.interlock.report.contender.Peer;
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

/** Threads whose holds overlap, so that each ends while another goes on. */
final class Overlap {

    private static final int THREADS = 3;
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final long INSIDE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final Peer peer;
    private final OpenClient client;
    private final AtomicLong grants = new AtomicLong();
    /** A wait that ends by time alone; a park could end at once, by what a library left behind. */
    private final Semaphore never = new Semaphore(0);

    Overlap(Peer peer, OpenClient client) {
        this.peer = peer;
        this.client = client;
    }

    /** The answer contains the number of grants. */
    ClientMessage run(Order order) throws InterruptedException, ExecutionException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(order.millis());
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                long first = INSIDE_NANOS * i / THREADS;
                all.add(threads.submit(() -> {
                    never.tryAcquire(first, TimeUnit.NANOSECONDS);
                    hold(order.part().of(client, order.name()), end);
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        return new ClientMessage(Kind.DONE, grants.get(), 0, "");
    }

    private void hold(NamedLock lock, long end) throws Exception {
        while (System.nanoTime() < end && LockThread.acquire(peer, lock, WAIT)) {
            grants.incrementAndGet();
            never.tryAcquire(INSIDE_NANOS, TimeUnit.NANOSECONDS);
            lock.release();
        }
    }
}
