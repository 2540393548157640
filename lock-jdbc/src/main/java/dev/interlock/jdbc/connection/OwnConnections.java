// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.util.DriverDataSource;
import dev.interlock.LockClock;
import dev.interlock.jdbc.connection.ConnectionPool.TakenConnection;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import dev.interlock.jdbc.error.JdbcErrorKind;
import dev.interlock.jdbc.error.JdbcErrorReply;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.options.JdbcLockOptions.Mode;
import dev.interlock.jdbc.options.JdbcLockOptions.Pool;
import dev.interlock.spi.toolbox.DaemonThreads;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The pools of a client that connects by itself. Acquisitions and polls cannot take the reserve of renewals and
 * releases. Its connections are opened at the start, so that they are there even when the server refuses new ones. Mode
 * row-lock has a third pool, of the connections that hold locks, and mode lease opens some that wait.
 *
 * <p>Renewals and releases take an idle connection of the acquiring pool, often the one that their thread acquired
 * with; otherwise they take the reserve. They wait for the reserve alone, since it never has to be opened first, and
 * since no step keeps it for longer than its own time.
 */
public final class OwnConnections implements JdbcConnections {

    /** The least that the pool takes. */
    private static final long SHORTEST_CHECK_MILLIS = 250;

    private final JdbcUrl url;
    private final JdbcLockOptions options;
    private final GivenUpStatements givenUp;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable LockClock clock;
    private volatile @Nullable ConnectionPool acquiring;
    private volatile @Nullable ConnectionPool keeping;
    private volatile @Nullable ConnectionPool holding;
    private volatile @Nullable NamedLockConnections waiting;

    public OwnConnections(JdbcUrl url, JdbcLockOptions options) {
        this.url = url;
        this.options = options;
        this.givenUp = new GivenUpStatements(options);
    }

    @Override
    public void open(LockClock ours) throws SQLException {
        lock.lock();
        try {
            clock = ours;
            Pool pool = options.pool();
            HikariConfig keepConfig = config("keep", pool.reserve());
            keepConfig.setMinimumIdle(pool.reserve());
            // Asks once for a connection and reports why there is none.
            keepConfig.setInitializationFailTimeout(1);
            keeping = ConnectionPool.open(keepConfig);
            acquiring = ConnectionPool.open(whenNeeded("acquire", pool.size()));
            if (options.mode() == Mode.ROW_LOCK) {
                HikariConfig holdConfig = whenNeeded("hold", options.maxHeld());
                holdConfig.setAutoCommit(false);
                holding = ConnectionPool.open(holdConfig);
            } else {
                waiting = new NamedLockConnections(driver());
            }
            givenUp.open(this::ask);
        } finally {
            lock.unlock();
        }
    }

    private HikariConfig whenNeeded(String use, int size) {
        HikariConfig config = config(use, size);
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        return config;
    }

    private HikariConfig config(String use, int size) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("interlock-" + url.dialect().text() + "-" + use);
        config.setDataSource(driver());
        // Not used but shown, and read for the product, since the pool treats the connections of MySQL in its own way.
        config.setJdbcUrl(url.shownUrl());
        config.setMaximumPoolSize(size);
        // The pool makes this the limit of the driver's attempts to connect, too.
        config.setConnectionTimeout(options.pool().connectTimeout().toMillis());
        config.setValidationTimeout(
                Math.max(SHORTEST_CHECK_MILLIS, options.timeout().toMillis() / 4));
        config.setAutoCommit(true);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setConnectionInitSql(JdbcTimeouts.lockWait(url.dialect(), options));
        return config;
    }

    /**
     * What opens the connections, apart from the pool's configuration: that is shown in the log, with all secrets but
     * one.
     */
    private DriverDataSource driver() {
        Properties properties = new Properties();
        properties.putAll(JdbcTimeouts.of(url.dialect(), options, url::hasDriverOption));
        if (url.hasSeveralHosts()) {
            JdbcHosts.options(url.dialect()).forEach((name, value) -> {
                if (!url.hasDriverOption(name)) {
                    properties.setProperty(name, value);
                }
            });
        }
        properties.putAll(url.driverOptions());
        return new DriverDataSource(url.driverUrl(), null, properties, url.user(), url.password());
    }

    @Override
    public StepLimit begin() throws SQLException {
        return new StepLimit(JdbcConnections.opened(clock), options);
    }

    @Override
    public <T> T run(Use use, StepLimit limit, Work<T> work) throws SQLException {
        givenUp.requireRoom(use);
        return ask(use, limit, work);
    }

    private <T> T ask(Work<T> work) throws SQLException {
        return ask(Use.KEEPING, begin(), work);
    }

    private <T> T ask(Use use, StepLimit limit, Work<T> work) throws SQLException {
        TakenConnection connection = use == Use.KEEPING
                ? toKeep(limit)
                : JdbcConnections.opened(acquiring).take(limit.waitMillis());
        try {
            return work.on(LimitedConnection.of(connection.connection(), limit, JdbcTimeouts.silenceMillis(options)));
        } catch (SQLException e) {
            if (!isRowLocked(e)) {
                // The server may still execute the statement, and the next reply may be the one that is missing now.
                connection.evict();
                givenUp.failed(e);
            }
            throw e;
        } finally {
            connection.giveBack();
        }
    }

    /**
     * An answer, after which nothing is to come. Steps that meet a locked row are repeated until it is free, and a
     * connection for each of them would be opened at the cost of all others.
     */
    private boolean isRowLocked(SQLException thrown) {
        JdbcErrorReply reply = JdbcErrorReply.of(url.dialect(), thrown);
        return reply != null && reply.kind() == JdbcErrorKind.ROW_LOCKED;
    }

    private TakenConnection toKeep(StepLimit limit) throws SQLException {
        TakenConnection idle = JdbcConnections.opened(acquiring).takeIdle();
        return idle != null ? idle : JdbcConnections.opened(keeping).take(limit.waitMillis());
    }

    @Override
    public String tag() {
        return givenUp.tag();
    }

    @Override
    public void failedOnHeld(SQLException thrown) {
        givenUp.failed(thrown);
    }

    @Override
    public HeldConnection hold() throws SQLException {
        givenUp.requireRoom(Use.ACQUIRING);
        return JdbcConnections.opened(holding).take(begin().waitMillis());
    }

    @Override
    public boolean hasNamedLocks() {
        return true;
    }

    @Override
    public HeldConnection namedLockConnection() throws SQLException {
        return JdbcConnections.opened(waiting).open();
    }

    @Override
    public void refresh() {
        each(ConnectionPool::refresh);
        Optional.ofNullable(waiting).ifPresent(NamedLockConnections::refresh);
    }

    /** Not one pool after the other: each waits for its connections, which wait for the server. */
    @Override
    public void close() {
        givenUp.close();
        ExecutorService closing = Executors.newCachedThreadPool(new DaemonThreads("interlock-jdbc-close"));
        lock.lock();
        try {
            each(pool -> closing.execute(pool::close));
            Optional.ofNullable(waiting).ifPresent(connections -> closing.execute(connections::close));
        } finally {
            lock.unlock();
        }
        closing.shutdown();
        try {
            // What takes longer goes on without us.
            closing.awaitTermination(options.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void each(Consumer<ConnectionPool> step) {
        Stream.of(Optional.ofNullable(holding), Optional.ofNullable(acquiring), Optional.ofNullable(keeping))
                .flatMap(Optional::stream)
                .forEach(step);
    }
}
