// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.connection.JdbcConnections.Work;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import dev.interlock.jdbc.error.GivenUpException;
import dev.interlock.jdbc.error.JdbcSlowness;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.options.JdbcLockOptions.Pool;
import dev.interlock.spi.toolbox.DaemonThreads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The statements that this client gave up because the server was silent, and whose sessions may hang there: for a table
 * lock, for a standby, for a disk. Each counts as a connection of the client until the server says that it has ended.
 * At the bound the client sends no more. Meanwhile a thread looks for them in the server's list of sessions, by a tag
 * in their text, and has the server end them. Thread-safe.
 */
public final class GivenUpStatements {

    /** How often the server is asked while there are some. */
    private static final Duration REST = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(GivenUpStatements.class);

    private final String tag =
            HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    private final int most;
    private final int reserve;
    private final long limitMillis;
    private final Duration firstRest;
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicBoolean looking = new AtomicBoolean();
    private final ScheduledThreadPoolExecutor thread;
    private volatile @Nullable Asker asker;

    /** Asks the server on a connection, whatever was given up. */
    @FunctionalInterface
    interface Asker {
        <T> T ask(Work<T> work) throws SQLException;
    }

    /**
     * Nothing was given up yet.
     *
     * @param options their pool has the bounds, but for small pools: {@code size} for acquisitions, {@code reserve} more
     *     for renewals and releases
     */
    GivenUpStatements(JdbcLockOptions options) {
        this.most = Math.max(options.pool().size(), Pool.STANDARD.size());
        this.reserve = Math.max(options.pool().reserve(), Pool.STANDARD.reserve());
        this.limitMillis = Math.max(
                JdbcTimeouts.silenceMillis(options),
                options.mode() == JdbcLockOptions.Mode.ROW_LOCK ? JdbcTimeouts.WAIT_MILLIS : 0);
        // A look counts only statements that are older than the limit, and ends all looking if it finds none.
        this.firstRest = REST.dividedBy(4).plusMillis(limitMillis - JdbcTimeouts.silenceMillis(options));
        this.thread = new ScheduledThreadPoolExecutor(1, new DaemonThreads("interlock-jdbc-given-up"));
        thread.setKeepAliveTime(REST.toSeconds() * 2, TimeUnit.SECONDS);
        thread.allowCoreThreadTimeOut(true);
    }

    /** What the statements of this client have in their text. */
    String tag() {
        return tag;
    }

    void open(Asker connections) {
        asker = connections;
    }

    /** @throws GivenUpException if the bound is reached */
    void requireRoom(Use use) throws GivenUpException {
        int found = count.get();
        if (found >= (use == Use.ACQUIRING ? most : most + reserve)) {
            throw new GivenUpException(found);
        }
    }

    /** To be called with what the driver threw when a step failed that had a connection. */
    void failed(SQLException thrown) {
        if (JdbcSlowness.isSilence(thrown)) {
            count.incrementAndGet();
            if (looking.compareAndSet(false, true)) {
                lookIn(firstRest);
            }
        }
    }

    private void lookIn(Duration rest) {
        try {
            thread.schedule(this::look, rest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("closed while statements were given up", e);
        }
    }

    private void look() {
        int before = count.get();
        try {
            int found = found();
            // Those that were given up meanwhile are not among the ones that were looked for.
            count.addAndGet(Math.min(found, before) - before);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("the server was not asked for {} statements that were given up", before, e);
            if (isRefused(e)) {
                // It will refuse the next time too, and what cannot be counted must not stop the client for good.
                count.addAndGet(-before);
            }
        }
        if (count.get() > 0) {
            lookIn(REST);
            return;
        }
        looking.set(false);
        if (count.get() > 0 && looking.compareAndSet(false, true)) {
            lookIn(REST);
        }
    }

    /** Whether this user lacks the right to look or to end sessions, by the class of SQL states for access rules. */
    private static boolean isRefused(Exception thrown) {
        return thrown instanceof SQLException refused
                && refused.getSQLState() != null
                && refused.getSQLState().startsWith("42");
    }

    private int found() throws SQLException {
        Asker connections = asker;
        return connections == null
                ? 0
                : connections.ask(connection -> ServerSessions.endThose(connection, tag, limitMillis));
    }

    void close() {
        thread.shutdownNow();
    }
}
