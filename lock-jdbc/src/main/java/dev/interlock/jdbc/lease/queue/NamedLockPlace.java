// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.queue;

import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.jdbc.connection.JdbcConnections.HeldConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * This client's place in the server's queue for the named lock of one lock, on a connection and a thread of its own.
 * Named locks are GET_LOCK in MySQL and MariaDB, and advisory locks in PostgreSQL. Of the waiting clients, the one that
 * has the named lock asks for the row. It keeps the named lock while it holds the lock, and releases it afterwards, so
 * that the next client asks at once. The named lock is a hint and the row is the lock: a named lock that is lost, kept
 * for too long, or granted to the wrong client only costs its waiters a rest. Thread-safe.
 */
public final class NamedLockPlace {

    /**
     * How long the place is kept without a waiter here: a waiter that comes back meanwhile queues instead of overtaking
     * others.
     */
    private static final long LINGER_NANOS = Duration.ofSeconds(1).toNanos();

    /** How long a holder keeps the named lock: other clients must not rely on it for a holder that may be gone. */
    private static final long MOST_HELD_NANOS = Duration.ofSeconds(5).toNanos();

    /** An answer within this time means that no other client had the named lock. */
    private static final long AT_ONCE_NANOS = Duration.ofMillis(1).toNanos();

    /** A waiter here that saw neither a grant nor a release for so long counts as new, and asks before it queues. */
    private static final long MOVING_NANOS = Duration.ofSeconds(1).toNanos();

    /**
     * After so many immediate grants in a row, and for so long, no other client waits any more, and the named lock
     * costs more than it is worth.
     */
    private static final int ALONE = 8;

    private static final long ALONE_NANOS = Duration.ofSeconds(1).toNanos();

    /**
     * How often an idle session that has the named lock shows that its client runs: the server ends one that is idle
     * for {@link NamedLockStatements#IDLE}. It also may be broken, or is to be given back.
     */
    private static final long SIGN_OF_LIFE_NANOS = Duration.ofSeconds(1).toNanos();

    /** How long such a sign of life may take. */
    private static final int ANSWER_SECONDS = 2;

    /** The pauses between the looks of the server at a row that it watches, and for how long each of them is used. */
    private static final Duration OFTEN = Duration.ofMillis(2);

    private static final long SHORT_NANOS = Duration.ofMillis(250).toNanos();
    private static final Duration LESS_OFTEN = Duration.ofMillis(8);
    private static final long LONG_NANOS = Duration.ofSeconds(10).toNanos();
    private static final Duration SELDOM = Duration.ofMillis(50);

    private final NamedLockStatements statements;
    private final LockClock clock;
    private final LockName name;
    private final Object key;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Runnable> waiters = new LinkedHashSet<>();
    private boolean connected;
    private boolean ours;
    private long turnSince;
    private boolean contended;
    private boolean held;
    private long heldSince;
    private long lastMoved;
    private boolean over;

    /** Used by the thread that stands here alone. */
    private @Nullable Duration paced;

    NamedLockPlace(NamedLockStatements statements, LockClock clock, LockName name) {
        this.statements = statements;
        this.clock = clock;
        this.name = name;
        this.key = statements.key(name);
        this.lastMoved = clock.nanoTime();
    }

    /** Lets a waiter be woken when it is this client's turn to ask; false if this place is given up. */
    public boolean join(Runnable waiter) {
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
    public void leave(Runnable waiter) {
        change(() -> waiters.remove(waiter));
    }

    /** A waiter found the lock taken, and rests until it is woken: with the named lock, once the row may be free. */
    public void contended() {
        change(() -> contended = true);
    }

    /** The waiter was granted the lock. */
    public void granted(Runnable waiter) {
        change(() -> {
            waiters.remove(waiter);
            held = true;
            heldSince = clock.nanoTime();
        });
    }

    /**
     * This client has released the lock: the named lock goes to the next client, unless a waiter here has it without
     * the lock.
     */
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

    /** Whether this client is in the queue, so that its waiters are woken without asking. */
    public boolean isConnected() {
        lock.lock();
        try {
            return connected && !over;
        } finally {
            lock.unlock();
        }
    }

    /** Whether it is behind others, and had its turn of late, so that the next one will come without asking. */
    public boolean isMoving() {
        lock.lock();
        try {
            return connected && !over && !ours && clock.nanoTime() - lastMoved < MOVING_NANOS;
        } finally {
            lock.unlock();
        }
    }

    public boolean isOver() {
        lock.lock();
        try {
            return over;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Stays in the queue until this client has not waited for a while, no other client waits, or the session is outdated.
     */
    void stand(HeldConnection session) throws SQLException, InterruptedException {
        Connection connection = session.connection();
        statements.prepare(connection, key);
        int atOnce = 0;
        long lastBehind = clock.nanoTime();
        boolean alone = false;
        while (!alone && !session.isOutdated() && awaitWaiter()) {
            long before = clock.nanoTime();
            // This thread alone changes it.
            boolean got = connected ? statements.await(connection, key) : statements.take(connection, key);
            // Not earlier: another client that looks must see that the named lock is taken.
            change(() -> connected = true);
            if (!got || clock.nanoTime() - before >= AT_ONCE_NANOS) {
                atOnce = 0;
                lastBehind = clock.nanoTime();
            } else {
                atOnce++;
            }
            if (got) {
                takeTurn();
                awaitRelease(session);
                statements.release(connection, key);
                alone = atOnce >= ALONE && clock.nanoTime() - lastBehind >= ALONE_NANOS;
            }
        }
    }

    /** False if no waiter came. */
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
        wake(() -> {
            ours = true;
            turnSince = clock.nanoTime();
            lastMoved = turnSince;
        });
    }

    /** Wakes all waiters after a change: they ask for the row. */
    private void wake(Runnable change) {
        List<Runnable> woken;
        lock.lock();
        try {
            change.run();
            contended = false;
            woken = List.copyOf(waiters);
        } finally {
            lock.unlock();
        }
        woken.forEach(Runnable::run);
    }

    private void awaitRelease(HeldConnection session) throws SQLException, InterruptedException {
        while (isNeededAfterRest(session)) {
            if (isToWatch()) {
                watch(session.connection());
            } else if (!session.connection().isValid(ANSWER_SECONDS)) {
                throw new SQLException("the session of a named lock has ended", "08003");
            }
        }
    }

    private void watch(Connection connection) throws SQLException {
        Duration pause = pause(clock.nanoTime() - turnSince);
        if (!pause.equals(paced)) {
            statements.pace(connection, name, pause);
            paced = pause;
        }
        if (statements.watch(connection, name, pause)) {
            wake(() -> {});
        }
    }

    /** How long to pause between two looks at the row, for a client that has had the named lock for so long. */
    private static Duration pause(long nanos) {
        return nanos < SHORT_NANOS ? OFTEN : nanos < LONG_NANOS ? LESS_OFTEN : SELDOM;
    }

    private boolean isToWatch() {
        lock.lock();
        try {
            return contended && !held;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Rests until there is a row to watch or the next sign of life is due; false at once if the named lock must go to
     * the next client.
     */
    private boolean isNeededAfterRest(HeldConnection session) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = SIGN_OF_LIFE_NANOS;
            while (isNeeded() && !session.isOutdated() && !isToWatch() && left > 0) {
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
