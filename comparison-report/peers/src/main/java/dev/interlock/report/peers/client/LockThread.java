// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.contender.Belief;
import dev.interlock.report.contender.LeaderWork;
import dev.interlock.report.contender.NamedLock;
import dev.interlock.report.contender.OpenClient;
import dev.interlock.report.contender.Peer;
import dev.interlock.report.contention.round.Board;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One thread with its locks; it follows one order after the other. */
final class LockThread {

    /** The pause between two writes. */
    private static final int PACE_MILLIS = 20;

    /** The pause between two tries of a peer that cannot wait. */
    private static final int TRY_MILLIS = 5;

    private final Peer peer;
    private final OpenClient client;
    private final Board board;
    private final Consumer<ClientMessage> reports;
    private final BlockingQueue<Order> orders = new LinkedBlockingQueue<>();
    private final Semaphore stops = new Semaphore(0);
    private final Map<String, NamedLock> locks = new HashMap<>();
    private final Thread thread;
    private volatile @Nullable Standing standing;

    LockThread(String name, Peer peer, OpenClient client, Board board, Consumer<ClientMessage> reports) {
        this.peer = peer;
        this.client = client;
        this.board = board;
        this.reports = reports;
        this.thread = new Thread(this::run, "hand " + name);
        thread.setDaemon(true);
        thread.start();
    }

    void follow(Order order) {
        orders.add(order);
    }

    void stop() {
        stops.release();
    }

    void interrupt() {
        thread.interrupt();
    }

    private void run() {
        while (true) {
            Order order;
            try {
                order = orders.take();
            } catch (InterruptedException e) {
                // The interrupt was meant for an order that has just ended.
                continue;
            }
            try {
                order.answer(answer(order));
            } catch (Exception e) {
                order.answer(ClientMessage.failed(e.toString()));
            }
        }
    }

    private ClientMessage answer(Order order) throws Exception {
        return switch (order.kind()) {
            case CONTEND -> new Contention(peer, client, board).run(order);
            case OVERLAP -> new Overlap(peer, client).run(order);
            case STAND -> stand(order, LeaderWork.ENDS_WHEN_INTERRUPTED);
            case STAND_DEAF -> stand(order, LeaderWork.IGNORES_INTERRUPTS);
            case STEP_DOWN -> {
                standing().stepDown();
                yield ClientMessage.DONE;
            }
            default -> answer(order, lock(order));
        };
    }

    private ClientMessage stand(Order order, LeaderWork work) throws Exception {
        standing = Standing.begin(client, order.name(), work, reports);
        return ClientMessage.DONE;
    }

    /** Whether its candidate leads, asked from any thread. */
    boolean leads() {
        return standing().leads();
    }

    private Standing standing() {
        return Objects.requireNonNull(standing, "no candidate");
    }

    /** Its client is about to be closed. */
    void end() {
        Standing last = standing;
        if (last != null) {
            last.end();
        }
    }

    private NamedLock lock(Order order) throws Exception {
        String key = order.part() + " " + order.name();
        NamedLock lock = locks.get(key);
        if (lock == null) {
            lock = order.part().of(client, order.name());
            locks.put(key, lock);
        }
        return lock;
    }

    private ClientMessage answer(Order order, NamedLock lock) throws Exception {
        return switch (order.kind()) {
            case ACQUIRE -> {
                boolean granted = acquire(peer, lock, Duration.ofMillis(order.millis()));
                yield granted
                        ? new ClientMessage(Kind.GRANTED, lock.token(), 0, "")
                        : new ClientMessage(Kind.REFUSED, 0, 0, "");
            }
            case RELEASE -> {
                lock.release();
                yield ClientMessage.DONE;
            }
            case RELEASE_UNOWNED -> {
                lock.releaseUnowned();
                yield ClientMessage.DONE;
            }
            case WORK -> {
                work(lock);
                yield ClientMessage.DONE;
            }
            case WRITE -> {
                do {
                    reports.accept(new ClientMessage(Kind.WROTE, lock.token(), 0, ""));
                } while (!stops.tryAcquire(PACE_MILLIS, TimeUnit.MILLISECONDS));
                yield ClientMessage.DONE;
            }
            default -> throw new IllegalArgumentException(order.kind() + " is not for a hand");
        };
    }

    /** For a peer that cannot wait, its user tries repeatedly. */
    static boolean acquire(Peer peer, NamedLock lock, Duration limit) throws Exception {
        long end = System.nanoTime() + limit.toNanos();
        boolean granted = lock.acquire(limit);
        Semaphore never = new Semaphore(0);
        while (!granted && !peer.can(Ability.WAIT) && System.nanoTime() < end) {
            never.tryAcquire(TRY_MILLIS, TimeUnit.MILLISECONDS);
            granted = lock.acquire(limit);
        }
        return granted;
    }

    private void work(NamedLock lock) throws InterruptedException {
        boolean told = false;
        do {
            long asked = System.nanoTime();
            Belief belief;
            String why = "";
            try {
                belief = lock.belief();
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                belief = Belief.UNSURE;
                why = e.toString();
            }
            long took = System.nanoTime() - asked;
            if (belief == Belief.LOST) {
                reports.accept(new ClientMessage(Kind.LEARNED, lock.token(), took, ""));
                return;
            }
            if (belief == Belief.HELD) {
                reports.accept(new ClientMessage(Kind.WROTE, lock.token(), took, ""));
            } else if (!told) {
                told = true;
                reports.accept(new ClientMessage(Kind.UNSURE, 0, took, why));
            }
        } while (!stops.tryAcquire(PACE_MILLIS, TimeUnit.MILLISECONDS));
    }
}
