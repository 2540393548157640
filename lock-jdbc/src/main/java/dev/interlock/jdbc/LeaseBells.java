// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.LockName;
import dev.interlock.jdbc.JdbcConnections.HeldConnection;
import dev.interlock.jdbc.JdbcConnections.Use;
import dev.interlock.spi.GivenWarnings;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bells that this client waits for: one for each lock that others have, up to a bound, since each takes a connection
 * and a thread. Who gets none polls, and so does everybody where the server has no bells. Thread-safe.
 */
final class LeaseBells {

    /** The most bells of a client, and so the most connections and threads that wait. */
    static final int MOST = 4;

    /** How long a client does without bells after a failure. */
    private static final long PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

    private static final String POLLING = "waiters poll";
    private static final Logger LOG = LoggerFactory.getLogger(LeaseBells.class);

    private final JdbcDatabase database;
    private final BellStatements statements;
    private final ExecutorService threads = JdbcThreads.cachedPool("interlock-jdbc-bell");
    private final RecentReleases releases;
    private final Map<LockName, LeaseBell> bells = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Long pausedSince;
    private boolean closed;

    LeaseBells(JdbcDatabase database) {
        this.database = database;
        this.statements = new BellStatements(database);
        this.releases = new RecentReleases(database.clock());
    }

    /** The bell that this client waits for, or has; null if there is none. */
    @Nullable
    LeaseBell known(LockName name) {
        return bells.get(name);
    }

    /** Joins the queue for a bell, and begins one if need be; null if there is none to be had. */
    @Nullable
    LeaseBell join(LockName name, Runnable waiter) {
        LeaseBell known = bells.get(name);
        if (known != null && known.join(waiter)) {
            return known;
        }
        LeaseBell begun = begin(name);
        return begun != null && begun.join(waiter) ? begun : null;
    }

    /**
     * Whether others wait for a lock that this client, which knows of no bell, has just released.
     *
     * @throws SQLException if nobody answered: to ask for the row after that could take as long again
     */
    boolean isWaitedFor(LockName name) throws SQLException {
        if (isPaused() || !releases.isToLook(name)) {
            return false;
        }
        try {
            return database.connections()
                    .run(Use.ACQUIRING, connection -> !statements.isFree(connection, statements.bell(name)));
        } catch (SQLException e) {
            pause(e);
            if (database.errors().isRefusal(e)) {
                return false;
            }
            throw e;
        }
    }

    private @Nullable LeaseBell begin(LockName name) {
        lock.lock();
        try {
            LeaseBell known = bells.get(name);
            if (known != null && !known.isOver()) {
                // Another waiter was faster.
                return known;
            }
            if (closed || bells.size() >= MOST || isPaused()) {
                return null;
            }
            LeaseBell bell = new LeaseBell(statements, database.clock(), statements.bell(name));
            bells.put(name, bell);
            threads.execute(() -> stand(name, bell));
            return bell;
        } catch (RejectedExecutionException e) {
            return null;
        } finally {
            lock.unlock();
        }
    }

    private boolean isPaused() {
        Long since = pausedSince;
        return since != null && database.clock().nanoTime() - since < PAUSE_NANOS;
    }

    private void stand(LockName name, LeaseBell bell) {
        @Nullable HeldConnection session = null;
        boolean sound = false;
        try {
            session = database.connections().bell();
            bell.stand(session);
            sound = true;
        } catch (SQLException | RuntimeException e) {
            pause(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            bells.remove(name, bell);
            bell.end();
            end(session, sound);
        }
    }

    private static void end(@Nullable HeldConnection session, boolean sound) {
        if (session == null) {
            return;
        }
        if (sound) {
            session.giveBack();
        } else {
            session.discard();
        }
    }

    /** What the server refuses it will go on to refuse, and is told once; a connection that broke is no news. */
    private void pause(Exception thrown) {
        lock.lock();
        try {
            pausedSince = database.clock().nanoTime();
            if (closed) {
                return;
            }
        } finally {
            lock.unlock();
        }
        String store = database.errors().store();
        if (thrown instanceof SQLException refused && database.errors().isRefusal(refused)) {
            String why = POLLING + ", since the server lets this user wait for no bell: " + refused.getMessage();
            if (GivenWarnings.isFirst(store, POLLING)) {
                LOG.warn("{}: {}", store, why);
            }
        } else {
            LOG.debug("{}: {} for a while", store, POLLING, thrown);
        }
    }

    /** This client has released a lock, or at least no longer believes that it has it. */
    void released(LockName name) {
        releases.released(name);
        LeaseBell bell = bells.get(name);
        if (bell != null) {
            bell.released();
        }
    }

    /** Ends all of them; the connections are broken by whoever closes them. */
    void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        bells.values().forEach(LeaseBell::end);
        threads.shutdown();
    }
}
