// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.jdbc.connection.BorrowedConnections;
import dev.interlock.jdbc.connection.JdbcConnections;
import dev.interlock.jdbc.connection.JdbcUrl;
import dev.interlock.jdbc.connection.OwnConnections;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.database.JdbcMode;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.error.JdbcErrors;
import dev.interlock.jdbc.error.JdbcSlowness;
import dev.interlock.jdbc.lease.LeaseMode;
import dev.interlock.jdbc.lease.UnusedLeases;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.rowlock.RowLockMode;
import dev.interlock.jdbc.share.SqlShareSteps;
import dev.interlock.jdbc.start.JdbcServerProbe;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.ShareSteps;
import dev.interlock.spi.StoreDescription;
import dev.interlock.spi.toolbox.StartTries;
import dev.interlock.spi.toolbox.StoreOptions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Locks in tables of MySQL 8.0, MariaDB 10.6 or PostgreSQL 13, or newer. Exclusion holds while one server takes
 * all writes and keeps its data. An asynchronous failover can lose a grant. The lock is then granted again, and only
 * fencing tokens distinguish the two holders. Thread-safe.
 *
 * <pre>{@code
 * DataSource dataSource = ...; // the application's pool
 * LockClient client =
 *         LockClient.using(JdbcLockBackend.using(dataSource, JdbcLockOptions.STANDARD), ClientOptions.STANDARD);
 * }</pre>
 */
public final class JdbcLockBackend implements LockBackend {

    /** A clock that is set right is set by less. */
    private static final Duration LEAST_AGE = Duration.ofHours(1);

    private static final Duration MOST_AGE = Duration.ofDays(36_500);

    private final JdbcConnections connections;
    private final JdbcLockOptions options;
    private final @Nullable JdbcUrl url;
    private volatile String place;
    private volatile @Nullable Started started;

    /** What there is after the start. */
    private record Started(
            JdbcDatabase database,
            JdbcMode mode,
            Optional<ShareSteps> shares,
            Capabilities capabilities,
            String product) {}

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
     * @return a backend for {@link dev.interlock.LockClient#using}, which starts it
     */
    public static JdbcLockBackend using(DataSource source, JdbcLockOptions options) {
        return new JdbcLockBackend(new BorrowedConnections(source, options), options, null);
    }

    /**
     * Deletes the rows of locks that were neither acquired nor renewed for long, those of holders that died included. Mode
     * lease keeps a row for each name that was ever used. Held locks are not disturbed: no statement locks a row of
     * theirs, waits for a row, or reads more than a bounded number of rows. To be called from time to time by one
     * process; the database's user needs the right to DELETE, which no other method needs.
     *
     * <p>Fencing tokens go on growing for a name whose row is deleted, unless the server's clock is set back by more than
     * the age. A row whose last token is not older than that, by the server's clock, stays.
     *
     * @param age how long a lock must not have been used, by the server's clock: one hour to 100 years
     * @return how many rows were deleted; those that were left because a session had them locked are not counted
     * @throws IllegalArgumentException if the age is outside these bounds
     * @throws UnsupportedOperationException in another mode than lease
     * @throws IllegalStateException if this backend was not started
     * @throws dev.interlock.LockUnavailableException if the database cannot be reached, or refuses; what was deleted
     *     stays so. No lock is lost by it
     */
    public long deleteUnused(Duration age) {
        StoreOptions.requireBetween("age", age, LEAST_AGE, MOST_AGE);
        JdbcDatabase database = started().database;
        if (options.mode() != JdbcLockOptions.Mode.LEASE) {
            throw new UnsupportedOperationException("only mode lease has rows that may be deleted");
        }
        try {
            return new UnusedLeases(database).delete(age);
        } catch (SQLException e) {
            throw database.errors().unavailable("unused rows not deleted, which takes the right to DELETE", e);
        }
    }

    @Override
    public String store() {
        return place + ", table " + options.table();
    }

    @Override
    public void start(BackendContext context) {
        JdbcDialect expected = url == null ? JdbcDialect.MYSQL : url.dialect();
        JdbcServerProbe probe = new JdbcServerProbe(connections, context.clock(), errors(expected));
        StartTries tries = new StartTries(
                context.clock(), options.pool().connectTimeout(), thrown -> JdbcSlowness.isAtStart(thrown.getCause()));
        tries.run(probe::open);
        JdbcDialect dialect = tries.run(probe::dialect);
        if (url == null) {
            place = tries.run(probe::place);
            tries.run(() -> probe.requireNoTransaction(dialect, errors(dialect)));
        }
        JdbcDatabase database = new JdbcDatabase(connections, dialect, errors(dialect), options, context);
        JdbcMode mode = switch (options.mode()) {
            case LEASE -> new LeaseMode(database);
            case ROW_LOCK -> new RowLockMode(database);
        };
        Capabilities exclusive = tries.run(mode::start);
        Optional<ShareSteps> shares = tries.run(() -> SqlShareSteps.start(database, exclusive));
        started = new Started(
                database,
                mode,
                shares,
                shares.isPresent() ? withShares(exclusive) : exclusive,
                dialect.text() + " " + probe.product());
    }

    private static Capabilities withShares(Capabilities exclusive) {
        Set<Capability> declared = EnumSet.copyOf(exclusive.declared());
        declared.add(Capability.SHARES);
        return exclusive.withDeclared(declared);
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

    @Override
    public Optional<ShareSteps> shares() {
        return started().shares;
    }

    @Override
    public Optional<OperatorSteps> operator() {
        return Optional.of(started().mode.operator());
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
