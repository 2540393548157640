// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.LockUnavailableException;
import dev.interlock.Waiting;
import dev.interlock.jdbc.tck.JdbcSteps;
import dev.interlock.jdbc.tck.RowLockFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.FaultLink.RequestKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The smallest sound row lock in MySQL, made to be broken: every step is a method of its own. Waiters poll. */
class SimpleRowLock implements LockBackend {

    /** Between two looks at a lock whose lease it does not read. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Another has the row: reported at once, and after a wait. */
    private static final Set<Integer> LOCKED = Set.of(3572, 1205);

    /** Without its logins, of which no step limits the messages. */
    static final JdbcSteps STEPS =
            step -> step == RequestKind.ANY ? JdbcSteps.running("interlock row-") : RowLockFixture.STEPS.of(step);

    final RowLockSql sql;
    private final Map<AttemptId, Hold> holds = new ConcurrentHashMap<>();
    private @Nullable BackendContext context;

    /** A grant and the connection whose transaction holds it. */
    private record Hold(Connection connection, long token) {}

    SimpleRowLock(LockSettings settings) {
        sql = new RowLockSql(settings);
    }

    Connection connect() throws SQLException {
        Connection connection = sql.connect();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        return connection;
    }

    void arm(Connection connection, Duration lease) throws SQLException {
        sql.update(connection, "SET SESSION wait_timeout = " + (lease.toMillis() + 999) / 1_000);
    }

    /** Before they are locked, and committed, so that no lock is on the gap where they are missing. */
    void insertRows(LockName name) throws SQLException {
        try (Connection connection = sql.connect()) {
            // Another may have locked them already, and an INSERT that meets a locked key waits.
            sql.update(connection, "SET SESSION innodb_lock_wait_timeout = 1");
            sql.update(connection, "INSERT IGNORE INTO interlock_row VALUES (:name, 0), (:name, 1)", name);
        }
    }

    /** True if the row is locked from now on. */
    boolean lock(Connection connection, Attempt attempt) throws SQLException {
        String row = "SELECT /* interlock row-acquire */ 1 FROM interlock_row WHERE lock_name = :name AND part = 0";
        if (sql.number(connection, row, attempt.name()) == null) {
            connection.rollback();
            insertRows(attempt.name());
        }
        return sql.number(connection, row + " FOR UPDATE NOWAIT", attempt.name()) != null;
    }

    /** On a connection of its own, and committed: nothing takes the token back. */
    long mint(Connection holding, Attempt attempt) throws SQLException {
        long session = sql.session(holding);
        try (Connection connection = sql.connect()) {
            return sql.mint(connection, attempt, session);
        }
    }

    void show(Connection connection, Attempt attempt) throws SQLException {
        sql.number(
                connection,
                "SELECT 1 FROM interlock_row WHERE lock_name = :name AND part = 1 FOR UPDATE",
                attempt.name());
    }

    void ping(Connection connection) throws SQLException {
        sql.number(connection, "SELECT /* interlock row-renew */ 1");
    }

    void end(Connection connection) throws SQLException {
        sql.limit(connection);
        connection.rollback();
        // The driver rolls back once more.
        sql.limit(connection);
        connection.close();
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        return sql.step(() -> acquire(attempt));
    }

    private AcquireOutcome acquire(Attempt attempt) {
        long sentNanos = nanoTime();
        Hold held = holds.get(attempt.id());
        if (held != null && isAlive(held)) {
            return granted(attempt, held.token, sentNanos);
        }
        try {
            Connection connection = connect();
            try {
                arm(connection, attempt.lease());
                if (!lock(connection, attempt)) {
                    end(connection);
                    return new AcquireOutcome.Contended(PAUSE);
                }
                long token = mint(connection, attempt);
                show(connection, attempt);
                holds.put(attempt.id(), new Hold(connection, token));
                return granted(attempt, token, sentNanos);
            } catch (SQLException e) {
                RowLockSql.breakOff(connection);
                return LOCKED.contains(e.getErrorCode())
                        ? new AcquireOutcome.Contended(PAUSE)
                        : new AcquireOutcome.Unknown(e);
            }
        } catch (SQLException e) {
            return new AcquireOutcome.Refused(
                    new LockUnavailableException("'" + attempt.name() + "': no connection to " + store(), e), true);
        }
    }

    private static AcquireOutcome granted(Attempt attempt, long token, long sentNanos) {
        return new AcquireOutcome.Granted(Grant.of(attempt, token, sentNanos, attempt.lease()));
    }

    private boolean isAlive(Hold hold) {
        try {
            ping(hold.connection);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return sql.step(() -> extend(grant, lease));
    }

    private RenewOutcome extend(Grant grant, Duration lease) {
        Hold hold = holds.get(grant.attempt().id());
        if (hold == null) {
            return new RenewOutcome.NotOwner("no transaction of this attempt");
        }
        long sentNanos = nanoTime();
        try {
            arm(hold.connection, lease);
            ping(hold.connection);
            return new RenewOutcome.Renewed(sentNanos, lease);
        } catch (SQLException e) {
            holds.remove(grant.attempt().id());
            RowLockSql.breakOff(hold.connection);
            return new RenewOutcome.NotOwner("the connection broke");
        }
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return sql.step(() -> end(attempt));
    }

    private ReleaseOutcome end(Attempt attempt) {
        Hold hold = holds.remove(attempt.id());
        if (hold == null || !isAlive(hold)) {
            return new ReleaseOutcome.NotOwner();
        }
        try {
            end(hold.connection);
            return new ReleaseOutcome.Released();
        } catch (SQLException e) {
            RowLockSql.breakOff(hold.connection);
            return new ReleaseOutcome.Unknown(e);
        }
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        try {
            return sql.look(name);
        } catch (SQLException e) {
            throw new LockUnavailableException("'" + name + "' not inspected: no answer from " + store(), e);
        }
    }

    private long nanoTime() {
        BackendContext started = context;
        if (started == null) {
            throw new IllegalStateException("not started");
        }
        return started.clock().nanoTime();
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.of("mysql", Waiting.POLL, Duration.ofSeconds(1), Duration.ofDays(365))
                .withDeclared(Set.of(
                        Capability.TOKENS_SURVIVE_DATA_LOSS,
                        Capability.SURVIVES_CLOCK_JUMP,
                        Capability.ENDS_WITH_CONNECTION))
                .withMaxTokens(64);
    }

    @Override
    public String store() {
        return sql.store();
    }

    @Override
    public void start(BackendContext started) {
        context = started;
        try (Connection connection = sql.connect()) {
            ping(connection);
        } catch (SQLException e) {
            throw new LockUnavailableException("no answer from " + store(), e);
        }
    }

    @Override
    public void close() {
        holds.values().forEach(hold -> RowLockSql.breakOff(hold.connection));
    }
}
