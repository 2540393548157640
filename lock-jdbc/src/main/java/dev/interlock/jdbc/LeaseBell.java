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

    /** Whoever had no turn and no release here for so long is a newcomer, and asks before it queues. */
    private static final long MOVING_NANOS = Duration.ofSeconds(1).toNanos();

    /**
     * So often at once in a row, and for so long: nobody else waits here any more, and the bell would cost more than it
     * is worth.
     */
    private static final int ALONE = 8;

    private static final long ALONE_NANOS = Duration.ofSeconds(1).toNanos();

    /**
     * How often a session that has the bell and does nothing shows that its client runs: the server ends one that is
     * idle for {@link BellStatements#IDLE}. It also may be broken, or is to be given back.
     */
    private static final long SIGN_OF_LIFE_NANOS = Duration.ofSeconds(1).toNanos();

    /** How long such a sign of life may take. */
    private static final int ANSWER_SECONDS = 2;

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
    private long lastMoved;
    private boolean over;

    LeaseBell(BellStatements statements, LockClock clock, Object bell) {
        this.statements = statements;
        this.clock = clock;
        this.bell = bell;
        this.lastMoved = clock.nanoTime();
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

    /** This client has released the lock: the bell goes to the next one, unless somebody here has it without the lock. */
    void released() {
        change(() -> {
            lastMoved = clock.nanoTime();
            ours = ours && !held;
            held = false;
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

    /** Whether it is behind others, and had its turn of late, so that the next one will come without asking. */
    boolean isMoving() {
        lock.lock();
        try {
            return connected && !over && !ours && clock.nanoTime() - lastMoved < MOVING_NANOS;
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

    /** Stands in the queue until nobody here has waited for a while, or nobody else does, or the session is outdated. */
    void stand(HeldConnection session) throws SQLException, InterruptedException {
        Connection connection = session.connection();
        statements.prepare(connection, bell);
        change(() -> connected = true);
        int atOnce = 0;
        long lastBehind = clock.nanoTime();
        boolean alone = false;
        while (!alone && !session.isOutdated() && awaitWaiter()) {
            long before = clock.nanoTime();
            boolean got = statements.await(connection, bell);
            if (!got || clock.nanoTime() - before >= AT_ONCE_NANOS) {
                atOnce = 0;
                lastBehind = clock.nanoTime();
            } else {
                atOnce++;
            }
            if (got) {
                takeTurn();
                awaitRelease(session);
                statements.ring(connection, bell);
                alone = atOnce >= ALONE && clock.nanoTime() - lastBehind >= ALONE_NANOS;
            }
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
            lastMoved = clock.nanoTime();
            woken = List.copyOf(waiters);
        } finally {
            lock.unlock();
        }
        woken.forEach(Runnable::run);
    }

    /** No statement of a waiter is under way meanwhile: what becomes of the session shows only here. */
    private void awaitRelease(HeldConnection session) throws SQLException, InterruptedException {
        while (isNeededAfterRest(session)) {
            if (!session.connection().isValid(ANSWER_SECONDS)) {
                throw new SQLException("the session of a bell has ended", "08003");
            }
        }
    }

    /** Rests until the next sign of life is due; false at once when the bell is to go to the next client. */
    private boolean isNeededAfterRest(HeldConnection session) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = SIGN_OF_LIFE_NANOS;
            while (isNeeded() && !session.isOutdated() && left > 0) {
                left = changed.awaitNanos(left);
                held = held && clock.nanoTime() - heldSince < MOST_HELD_NANOS;
            }
            ours = isNeeded() && !session.isOutdated();
            return ours;
        } finally {
            lock.unlock();
        }
    }

    private boolean isNeeded() {
        return ours && !over && (held || !waiters.isEmpty());
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
