// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.StoreDescription;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Locks in tables of MySQL 8.0, MariaDB 10.6 or PostgreSQL 13, or newer. Exclusion holds while one server takes
 * all writes and keeps its data; an asynchronous fail-over can lose a grant, and only fencing tokens then tell
 * holders apart. Thread-safe.
 */
public final class JdbcLockBackend implements LockBackend {

    private final JdbcConnections connections;
    private final JdbcLockOptions options;
    private final @Nullable JdbcUrl url;
    private volatile String place;
    private volatile @Nullable Started started;

    /** What there is after the start. */
    private record Started(JdbcMode mode, Capabilities capabilities, String product) {}

    private JdbcLockBackend(JdbcConnections connections, JdbcLockOptions options, @Nullable JdbcUrl url) {
        this.connections = connections;
        this.options = options;
        this.url = url;
        this.place = url == null ? "the database of a DataSource" : url.toString();
    }

    /** A backend with connections of its own, which it closes. */
    static JdbcLockBackend connecting(JdbcUrl url, JdbcLockOptions options) {
        return new JdbcLockBackend(new OwnConnections(url, options), options, url);
    }

    /**
     * A backend that shares the application's connections; the DataSource is never closed.
     *
     * <p>Each step borrows one connection and gives it back. It borrows and uses the connection on a thread of this
     * backend, at most 64 of them, and so never takes part in a transaction of the caller: neither in a local one nor in
     * an XA branch. Autocommit is on for the time of the step; the isolation is left as it is. The start fails if the
     * DataSource gives every thread a connection that is in a transaction. When the pool has no connection left within
     * {@link JdbcLockOptions#timeout()}, acquisitions end as {@link dev.interlock.LockUnavailableException}, and
     * renewals and releases get no answer until it has one: keep a pool for locks alone if its other users may take all
     * connections for as long as a lease.
     *
     * <p>In mode row-lock each lock that is held, and each name that is waited for, keeps a connection, at READ
     * COMMITTED and with autocommit off; it goes back as it came, but for {@code wait_timeout} and
     * {@code innodb_lock_wait_timeout} of MySQL and MariaDB, which are then the server's defaults. One that may still
     * hold a lock is broken first. The pool must not take back or end connections that are in use, and must have more
     * of them than {@link JdbcLockOptions#maxHeld()}.
     *
     * @param source a pool for one server that takes all writes
     * @param options table, mode and time-out; the pool's options are not used
     * @return a backend that was not started
     */
    public static JdbcLockBackend using(DataSource source, JdbcLockOptions options) {
        return new JdbcLockBackend(new BorrowedConnections(source, options), options, null);
    }

    @Override
    public String store() {
        return place + ", table " + options.table();
    }

    @Override
    public void start(BackendContext context) {
        JdbcDialect expected = url == null ? JdbcDialect.MYSQL : url.dialect();
        JdbcServerProbe probe = new JdbcServerProbe(connections, context.clock(), errors(expected));
        JdbcDialect dialect = probe.dialect();
        if (url == null) {
            place = probe.place();
            probe.requireNoTransaction(dialect, errors(dialect));
        }
        JdbcDatabase database = new JdbcDatabase(connections, dialect, errors(dialect), options, context);
        JdbcMode mode = switch (options.mode()) {
            case LEASE -> new LeaseMode(database);
            case ROW_LOCK -> new RowLockMode(database);
        };
        started = new Started(mode, mode.start(), dialect.text() + " " + probe.product());
    }

    private JdbcErrors errors(JdbcDialect dialect) {
        return new JdbcErrors(store(), dialect, options);
    }

    @Override
    public Capabilities capabilities() {
        return started().capabilities;
    }

    @Override
    public StoreDescription description() {
        Started running = started();
        return new StoreDescription(running.product + ", mode " + options.mode().text(), running.mode.limits());
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        return started().mode.tryAcquire(attempt);
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return started().mode.renew(grant, lease);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return started().mode.release(attempt);
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        return started().mode.inspect(name);
    }

    @Override
    public Contest contest(Attempt attempt) {
        return started().mode.contest(attempt);
    }

    @Override
    public Optional<BulkSteps> bulk() {
        return started().mode.bulk();
    }

    private Started started() {
        Started running = started;
        if (running == null) {
            throw new IllegalStateException(store() + " was not started");
        }
        return running;
    }

    @Override
    public void close() {
        Started running = started;
        if (running != null) {
            running.mode.close();
        }
        connections.close();
    }
}
