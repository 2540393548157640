// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.database;

import dev.interlock.Leadership;
import dev.interlock.LockHandle;
import dev.interlock.MultiLockHandle;
import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingDomain;
import dev.interlock.jdbc.guard.SqlFencingGuard;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * The transactions of the use cases. A transaction under a lock claims the lock's fencing token before its first read.
 * Thread-safe.
 */
public final class Database {

    private static final int RUNS = 5;
    private static final String RUN_AGAIN = "40001";

    private final DataSource dataSource;
    private final FencingDomain domain;
    private final Consumer<GuardedWrite> decisions;
    private final SqlFencingGuard guard = SqlFencingGuard.on(SqlFencingGuard.TABLE);

    /**
     * Checks that the guard's table can be used.
     *
     * @param dataSource of the tables
     * @param domain of the locks; its generation is one more after each swap of the lock store
     * @param decisions receives the fence's decision on each transaction under a lock
     * @throws SQLException if the database cannot be reached
     */
    public Database(DataSource dataSource, FencingDomain domain, Consumer<GuardedWrite> decisions) throws SQLException {
        this.dataSource = dataSource;
        this.domain = domain;
        this.decisions = decisions;
        guard.validate(dataSource);
    }

    /** Statements of one transaction. */
    @FunctionalInterface
    public interface Work<T> {

        /**
         * Runs the statements.
         *
         * @param statements of the transaction
         * @return the result
         * @throws SQLException if the database failed
         */
        T run(Statements statements) throws SQLException;
    }

    /**
     * Runs a transaction under a lock. Once it has begun, former holders of the lock can no longer change anything.
     *
     * @param handle of the lock
     * @param work the statements; run again as a whole after a deadlock
     * @return the result, committed
     * @throws dev.interlock.StaleTokenException if a later holder has used the database; nothing was changed
     * @throws DatabaseException if the database failed; it is unknown whether anything was changed
     */
    public <T> T under(LockHandle handle, Work<T> work) {
        return under(List.of(domain.claim(handle)), work);
    }

    /**
     * Runs a transaction under several locks. Once it has begun, former holders of any of them can no longer change
     * anything.
     *
     * @param handle of the locks
     * @param work the statements; run again as a whole after a deadlock
     * @return the result, committed
     * @throws dev.interlock.StaleTokenException if a later holder of one has used the database; nothing was changed
     * @throws DatabaseException if the database failed; it is unknown whether anything was changed
     */
    public <T> T under(MultiLockHandle handle, Work<T> work) {
        return under(domain.claims(handle), work);
    }

    /**
     * Runs a transaction of a leader. Once it has begun, leaders of earlier terms can no longer change anything.
     *
     * @param leadership the term
     * @param work the statements; run again as a whole after a deadlock
     * @return the result, committed
     * @throws dev.interlock.StaleTokenException if a later leader has used the database; nothing was changed
     * @throws DatabaseException if the database failed; it is unknown whether anything was changed
     */
    public <T> T under(Leadership leadership, Work<T> work) {
        return under(List.of(domain.claim(leadership.electionName(), leadership.term())), work);
    }

    private <T> T under(List<FencingClaim> claims, Work<T> work) {
        try {
            Done<T> done = transaction(connection -> {
                guard.claimAll(connection, claims);
                Statements statements = new Statements(connection);
                T result = work.run(statements);
                return new Done<>(result, statements.wrote());
            });
            if (done.wrote()) {
                claims.forEach(
                        each -> decisions.accept(new GuardedWrite(each.lock().value(), each.token(), false)));
            }
            return done.result();
        } catch (StaleTokenException e) {
            decisions.accept(new GuardedWrite(e.lockName(), e.token(), true));
            throw e;
        }
    }

    /**
     * Writes by one statement, without a lock.
     *
     * @param sql with a question mark for each argument
     * @param arguments in their order
     * @throws DatabaseException if the database failed; it is unknown whether anything was changed
     */
    public void write(String sql, Object... arguments) {
        transaction(connection -> new Statements(connection).change(sql, arguments));
    }

    /**
     * Reads by one query, without a lock: the rows may be outdated when they are read.
     *
     * @param sql with a question mark for each argument
     * @param arguments in their order
     * @return the rows, in their order
     * @throws DatabaseException if the database failed
     */
    public List<Row> rows(String sql, Object... arguments) {
        return transaction(connection -> new Statements(connection).rows(sql, arguments));
    }

    private <T> T transaction(Body<T> body) {
        for (int run = 1; ; run++) {
            try (Connection connection = dataSource.getConnection()) {
                return committed(connection, body);
            } catch (SQLException e) {
                if (run == RUNS || !RUN_AGAIN.equals(e.getSQLState())) {
                    throw new DatabaseException(
                            "the transaction failed in run " + run + ": " + e.getMessage()
                                    + "; ask again with the same request id to learn whether it was committed",
                            e);
                }
            }
        }
    }

    private static <T> T committed(Connection connection, Body<T> body) throws SQLException {
        connection.setAutoCommit(false);
        try {
            T result = body.run(connection);
            connection.commit();
            return result;
        } catch (SQLException | RuntimeException e) {
            undo(connection, e);
            throw e;
        }
    }

    private static void undo(Connection connection, Exception reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    private record Done<T>(T result, boolean wrote) {}

    private interface Body<T> {
        T run(Connection connection) throws SQLException;
    }
}
