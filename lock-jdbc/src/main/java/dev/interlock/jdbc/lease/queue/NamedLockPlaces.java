// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.queue;

import dev.interlock.LockName;
import dev.interlock.jdbc.connection.JdbcConnections.HeldConnection;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.connection.StepLimit;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.spi.toolbox.DaemonThreads;
import dev.interlock.spi.toolbox.GivenWarnings;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This client's places in the queues for named locks: one for each lock that other clients have, up to a bound, since
 * each takes a connection and a thread. A waiter without a place polls, and so do all waiters if the server grants no
 * named locks. Thread-safe.
 */
public final class NamedLockPlaces {

    /** The most places of a client, and so the most connections and threads that wait. */
    static final int MOST = 4;

    /** How long a client does without named locks after a failure. */
    private static final long PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

    private static final String POLLING = "waiters poll";
    private static final Logger LOG = LoggerFactory.getLogger(NamedLockPlaces.class);

    private final JdbcDatabase database;
    private final NamedLockStatements statements;
    private final ExecutorService threads =
            Executors.newCachedThreadPool(new DaemonThreads("interlock-jdbc-named-lock"));
    private final RecentReleases releases;
    private final Map<LockName, NamedLockPlace> places = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Long pausedSince;
    private boolean closed;

    public NamedLockPlaces(JdbcDatabase database) {
        this.database = database;
        this.statements = new NamedLockStatements(database);
        this.releases = new RecentReleases(database.clock());
    }

    /** The place of this client, which waits for the named lock or has it; null if there is none. */
    @Nullable
    public NamedLockPlace known(LockName name) {
        return places.get(name);
    }

    /** Joins the place for a lock, and takes one if there is none yet; null if none is to be had. */
    @Nullable
    public NamedLockPlace join(LockName name, Runnable waiter) {
        NamedLockPlace known = places.get(name);
        if (known != null && known.join(waiter)) {
            return known;
        }
        NamedLockPlace begun = begin(name);
        return begun != null && begun.join(waiter) ? begun : null;
    }

    /**
     * Whether other clients wait for a lock that this client, which has no place for it, has just released.
     *
     * @throws SQLException if the server did not answer: there is no time left to ask for the row after that
     */
    public boolean isWaitedFor(LockName name, StepLimit limit) throws SQLException {
        if (isPaused() || !releases.isToLook(name)) {
            return false;
        }
        try {
            return database.connections()
                    .run(Use.ACQUIRING, limit, connection -> !statements.isFree(connection, statements.key(name)));
        } catch (SQLException e) {
            pause(e);
            if (database.errors().isRefusal(e)) {
                return false;
            }
            throw e;
        }
    }

    private @Nullable NamedLockPlace begin(LockName name) {
        lock.lock();
        try {
            NamedLockPlace known = places.get(name);
            if (known != null && !known.isOver()) {
                // Another waiter was faster.
                return known;
            }
            if (closed || places.size() >= MOST || isPaused()) {
                return null;
            }
            NamedLockPlace place = new NamedLockPlace(statements, database.clock(), name);
            places.put(name, place);
            threads.execute(() -> stand(name, place));
            return place;
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

    private void stand(LockName name, NamedLockPlace place) {
        @Nullable HeldConnection session = null;
        boolean sound = false;
        try {
            session = database.connections().namedLockConnection();
            place.stand(session);
            sound = true;
        } catch (SQLException | RuntimeException e) {
            pause(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            places.remove(name, place);
            place.end();
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

    /**
     * The server will refuse again what it refuses now, so this warns once; a broken connection is not worth a warning.
     */
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
            String why = POLLING + ", since the server lets this user wait for no named lock: " + refused.getMessage();
            if (GivenWarnings.isFirst(store, POLLING)) {
                LOG.warn("{}: {}", store, why);
            }
        } else {
            LOG.debug("{}: {} for a while", store, POLLING, thrown);
        }
    }

    /** This client has released a lock, or at least no longer counts it as its own. */
    public void released(LockName name) {
        releases.released(name);
        NamedLockPlace place = places.get(name);
        if (place != null) {
            place.released();
        }
    }

    /** Ends all places; the owner of the connections breaks them. */
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        places.values().forEach(NamedLockPlace::end);
        threads.shutdown();
    }
}
