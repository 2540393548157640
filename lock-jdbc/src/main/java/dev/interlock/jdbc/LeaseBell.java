// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.LockClock;
import dev.interlock.jdbc.JdbcConnections.HeldConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * This client's place in the server's queue for the bell of one lock, on a connection and a thread of its own. Of the
 * clients that wait for a lock the one that has the bell asks for the row; it keeps the bell while it holds, and rings
 * when it has released, so that the next one asks at once. The bell is a hint and the row is the lock: one that is lost,
 * kept for too long, or given to the wrong client costs its waiters a rest. Thread-safe.
 */
final class LeaseBell {

    /** How long the place is kept when nobody here waits: whoever comes back meanwhile queues, rather than push in. */
    private static final long LINGER_NANOS = Duration.ofSeconds(1).toNanos();

    /** How long a holder keeps the bell: others are not to lean on it while the holder may be gone for long. */
    private static final long MOST_HELD_NANOS = Duration.ofSeconds(5).toNanos();

    /** An answer so soon means that nobody else had the bell. */
    private static final long AT_ONCE_NANOS = Duration.ofMillis(1).toNanos();

    /** A queue in which nobody here had a turn for so long does not keep newcomers from asking. */
    private static final long MOVING_NANOS = Duration.ofSeconds(1).toNanos();

    /** So often at once in a row: nobody else waits here any more, and the bell would cost more than it is worth. */
    private static final int ALONE = 8;

    private final BellStatements statements;
    private final LockClock clock;
    private final Object bell;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Runnable> waiters = new LinkedHashSet<>();
    private boolean connected;
    private boolean ours;
    private boolean held;
    private long heldSince;
    private long lastTurn;
    private boolean over;

    LeaseBell(BellStatements statements, LockClock clock, Object bell) {
        this.statements = statements;
        this.clock = clock;
        this.bell = bell;
        this.lastTurn = clock.nanoTime();
    }

    /** Lets a waiter be woken when it is this client's turn to ask; false if this place is given up. */
    boolean join(Runnable waiter) {
        lock.lock();
        try {
            if (over) {
                return false;
            }
            waiters.add(waiter);
            changed.signalAll();
            if (!ours) {
                return true;
            }
        } finally {
            lock.unlock();
        }
        waiter.run();
        return true;
    }

    /** The waiter no longer waits. */
    void leave(Runnable waiter) {
        change(() -> waiters.remove(waiter));
    }

    /** The waiter was granted the lock. */
    void granted(Runnable waiter) {
        change(() -> {
            waiters.remove(waiter);
            held = true;
            heldSince = clock.nanoTime();
        });
    }

    /** This client has released the lock: the bell goes to the next one. */
    void released() {
        change(() -> {
            held = false;
            ours = false;
        });
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether this client is in the queue, behind others as far as it knows. */
    boolean isBehind() {
        lock.lock();
        try {
            return connected && !over && !ours;
        } finally {
            lock.unlock();
        }
    }

    /** Whether it is behind others in a queue that has moved of late, so that its turn will come without asking. */
    boolean isMoving() {
        lock.lock();
        try {
            return connected && !over && !ours && clock.nanoTime() - lastTurn < MOVING_NANOS;
        } finally {
            lock.unlock();
        }
    }

    boolean isOver() {
        lock.lock();
        try {
            return over;
        } finally {
            lock.unlock();
        }
    }

    /** Stands in the queue until nobody here has waited for a while, or nobody else does, or the server is not the primary. */
    void stand(HeldConnection session) throws SQLException, InterruptedException {
        Connection connection = session.connection();
        statements.prepare(connection);
        change(() -> connected = true);
        int alone = 0;
        while (alone < ALONE && !session.isOutdated() && awaitWaiter()) {
            long before = clock.nanoTime();
            if (!statements.await(connection, bell)) {
                alone = 0;
                continue;
            }
            alone = clock.nanoTime() - before < AT_ONCE_NANOS ? alone + 1 : 0;
            takeTurn();
            awaitRelease();
            statements.ring(connection, bell);
        }
    }

    /** False if nobody came. */
    private boolean awaitWaiter() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = LINGER_NANOS;
            while (waiters.isEmpty() && left > 0 && !over) {
                left = changed.awaitNanos(left);
            }
            if (waiters.isEmpty()) {
                over = true;
            }
            return !over;
        } finally {
            lock.unlock();
        }
    }

    private void takeTurn() {
        List<Runnable> woken;
        lock.lock();
        try {
            ours = true;
            lastTurn = clock.nanoTime();
            woken = List.copyOf(waiters);
        } finally {
            lock.unlock();
        }
        woken.forEach(Runnable::run);
    }

    private void awaitRelease() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (ours && !over && (held || !waiters.isEmpty())) {
                if (!held) {
                    changed.await();
                } else if (changed.awaitNanos(heldSince + MOST_HELD_NANOS - clock.nanoTime()) <= 0) {
                    held = false;
                }
            }
            ours = false;
        } finally {
            lock.unlock();
        }
    }

    /** Gives the place up: its waiters look for themselves. */
    void end() {
        List<Runnable> woken;
        lock.lock();
        try {
            over = true;
            woken = List.copyOf(waiters);
            waiters.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        woken.forEach(Runnable::run);
    }
}
