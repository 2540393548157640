// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.recall;

import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.jdbc.connection.JdbcConnections.HeldConnection;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.toolbox.DaemonThreads;
import dev.interlock.spi.toolbox.GivenWarnings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for recalls of this client's locks, on a connection and a thread of its own, from the first lock that may be kept
 * until there was none for a while. Each second another session of this client sends a beat the same {@linkplain RecallWay
 * way}. Only what arrives proves that recalls arrive, whatever is between: a pooler that lends the session to others, a
 * connection that broke unseen, another primary. While nothing is proven, no lock is kept. Thread-safe.
 */
public final class Recalls {

    /** The time between two beats. */
    private static final Duration BEAT = Duration.ofSeconds(1);

    /** A beat that arrived proves, from the moment at which it was sent, that recalls arrive. */
    private static final long PROVEN_NANOS = BEAT.multipliedBy(3).toNanos();

    /** How long to listen after the last request for a lock that may be kept. */
    private static final long IDLE_NANOS = Duration.ofMinutes(1).toNanos();

    private static final long SHORTEST_PAUSE_NANOS = Duration.ofMillis(50).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

    private static final String DEAF =
            "keeps no released lock, since what other sessions of its server send does not arrive, as through a"
                    + " pooler such as PgBouncer that lends its sessions: point the url at the server, or set no retention";

    private static final Logger LOG = LoggerFactory.getLogger(Recalls.class);

    private final JdbcDatabase database;
    private final LockClock clock;
    private final RecallWay way;
    private final GivenWay givenWay;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();
    private @Nullable Thread thread;
    private boolean closed;
    private volatile long askedNanos;
    private volatile long provenNanos;
    private volatile boolean hears;

    /** What another session sends, and when it was asked to. */
    private record Beat(long number, long sentNanos) {}

    public Recalls(JdbcDatabase database, RecallWay way) {
        this.database = database;
        this.clock = database.clock();
        this.way = way;
        this.givenWay = new GivenWay(clock);
    }

    /**
     * Whether what others send arrives now. From now on it is to arrive for a while.
     *
     * @return false if a recall could be missed
     */
    public boolean listens() {
        askedNanos = clock.nanoTime();
        begin();
        return hears && !isUnproven();
    }

    private boolean isUnproven() {
        return clock.nanoTime() - provenNanos >= PROVEN_NANOS;
    }

    private void begin() {
        lock.lock();
        try {
            if (thread == null && !closed) {
                thread = new DaemonThreads("interlock-jdbc-recalls").newThread(this::run);
                thread.start();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The thread: one session after the other. */
    private void run() {
        long pauseNanos = 0;
        while (isToListenAfter(pauseNanos)) {
            boolean heard = listenOnce();
            pauseNanos = heard
                    ? SHORTEST_PAUSE_NANOS
                    : Math.min(LONGEST_PAUSE_NANOS, Math.max(SHORTEST_PAUSE_NANOS, 2 * pauseNanos));
        }
    }

    private boolean isToListenAfter(long nanos) {
        boolean goesOn = false;
        lock.lock();
        try {
            long left = nanos;
            while (left > 0 && !closed) {
                left = closing.awaitNanos(left);
            }
            goesOn = !closed && isAsked();
        } catch (InterruptedException e) {
            LOG.debug("the thread that listens was interrupted; the next lock that may be kept starts another");
        } finally {
            thread = goesOn ? thread : null;
            lock.unlock();
        }
        return goesOn;
    }

    private boolean isAsked() {
        return clock.nanoTime() - askedNanos < IDLE_NANOS;
    }

    /** Listens as long as the session lasts; true if anything arrived. */
    private boolean listenOnce() {
        @Nullable HeldConnection session = null;
        boolean sound = false;
        try {
            session = database.connections().namedLockConnection();
            listen(session);
            sound = true;
        } catch (SQLException | RuntimeException e) {
            LOG.debug("{}: no lock is kept for a while", database.errors().store(), e);
        }
        boolean heard = hears;
        // First: a lock that is granted from now on is not kept, and all others are let go.
        hears = false;
        if (heard) {
            database.context().reportMissedRecalls();
        }
        if (session != null) {
            end(session, sound);
        }
        return heard;
    }

    private static void end(HeldConnection session, boolean sound) {
        if (sound) {
            session.giveBack();
        } else {
            session.discard();
        }
    }

    private void listen(HeldConnection session) throws SQLException {
        Connection connection = session.connection();
        connection.setNetworkTimeout(Runnable::run, JdbcTimeouts.silenceMillis(database.options()));
        way.begin(connection);
        Beat sent = new Beat(0, clock.nanoTime());
        long triedNanos = sent.sentNanos - BEAT.toNanos();
        provenNanos = sent.sentNanos;
        while (!session.isOutdated() && isAsked()) {
            if (clock.nanoTime() - triedNanos >= BEAT.toNanos()) {
                triedNanos = clock.nanoTime();
                Beat next = new Beat(sent.number + 1, triedNanos);
                sent = sends(next) ? next : sent;
            }
            long rest = triedNanos + BEAT.toNanos() - clock.nanoTime();
            limitSilence(connection);
            for (String arrived : way.await(connection, Duration.ofNanos(rest))) {
                if (arrived.equals(way.beat(sent.number))) {
                    provenNanos = sent.sentNanos;
                    hears = true;
                } else {
                    RecallChannel.recalled(arrived).ifPresent(this::recalled);
                }
            }
            if (isUnproven()) {
                throw deaf(sent);
            }
        }
    }

    /** A statement that waits in the server ends when nothing is proven any more, if the connection is silent. */
    private void limitSilence(Connection connection) throws SQLException {
        Duration left = Duration.ofNanos(provenNanos + PROVEN_NANOS - clock.nanoTime());
        connection.setNetworkTimeout(Runnable::run, Math.toIntExact(Math.max(1, left.toMillis())));
    }

    private void recalled(AttemptId id) {
        givenWay.recalled(id);
        database.context().reportWanted(id);
    }

    /** This client has released a lock. */
    public void released(Attempt attempt) {
        givenWay.released(attempt);
    }

    /** How long this client lets the one ask first that has recalled the lock; zero if none has just done so. */
    public Duration rest(LockName name) {
        return givenWay.rest(name);
    }

    /** That one has the lock, or cannot be waited for. */
    public void rested(LockName name) {
        givenWay.gone(name);
    }

    /** Has another session send a beat, as other clients send recalls; false if that failed. */
    private boolean sends(Beat next) {
        try {
            return database.connections().run(Use.KEEPING, connection -> {
                way.send(connection, way.beat(next.number));
                return true;
            });
        } catch (SQLException e) {
            database.recover(e);
            LOG.debug("{}: a beat failed", database.errors().store(), e);
            return false;
        }
    }

    /** One that never heard anything will not hear the next time either, so this warns once. */
    private SQLException deaf(Beat sent) {
        String store = database.errors().store();
        if (!hears && sent.number > 1 && GivenWarnings.isFirst(store, DEAF)) {
            LOG.warn("{}: {}", store, DEAF);
        }
        return new SQLException("what other sessions send does not arrive");
    }

    /** Ends it; the owner of the connections breaks them. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            closing.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
