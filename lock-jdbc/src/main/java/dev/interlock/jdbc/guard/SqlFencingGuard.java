// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import dev.interlock.LockName;
import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.ReadingClaim;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * A guard for what is kept in MySQL, MariaDB or PostgreSQL: the claim is made in the user's own transaction,
 * before its first read. The locks may be in any store; the guard's table must be in the database of the
 * guarded tables. Thread-safe.
 *
 * <pre>{@code
 * connection.setAutoCommit(false);
 * guard.claim(connection, domain.claim(handle)); // first, then read and write
 * ...
 * connection.commit();
 * }</pre>
 *
 * <p>The claim locks a row until the transaction ends. Another claim of the name waits for that, and then either is
 * refused or sees all that was committed: transactions of one name run one after the other. Every transaction of a hold
 * claims, since each of them may be the one that comes too late.
 *
 * <p><b>Rollback</b> undoes the claim together with the effect. So nothing that was read in a transaction which was
 * rolled back may be used in a later one; a transaction that only read is committed.
 *
 * <p><b>Isolation.</b> Under READ COMMITTED (the default of PostgreSQL) all reads after the claim are fresh, and
 * several names can be claimed, in one order everywhere. Under REPEATABLE READ (the default of MySQL and MariaDB) a
 * transaction reads from the snapshot of its first read: a claim that comes later, and finds that another was committed
 * in between, fails with SQL state 40001, as does one in PostgreSQL that had to wait for another. MariaDB's own error for
 * it ({@code innodb_snapshot_isolation}: HY000, 1020) is given the same state here; later statements of the transaction
 * keep MariaDB's state, so a retry loop takes error 1020 as well. Roll back and run the
 * whole transaction again. So it is with a deadlock, which two claims can have in MySQL and MariaDB when the first
 * claim ever of their name was rolled back before them.
 *
 * <p><b>Readers and writers.</b> A name that ends in {@code /write}, as a writer's handle has it, is claimed by two rows:
 * first that of the reading half, {@code /read}, then its own. A reader claims the row of the reading half and looks at the
 * other one. So all claims of a lock take turns at one row, and there is one order of rows.
 *
 * <p><b>Memory.</b> One row for each lock name that was ever claimed. Delete a row only when its resource is gone.
 */
public final class SqlFencingGuard {

    /**
     * The name of the table in the schema files. They are in the jar of {@code lock-jdbc}:
     * {@code dev/interlock/jdbc/schema/mysql-guard.sql} (MariaDB too) and {@code postgresql-guard.sql}.
     */
    public static final String TABLE = "interlock_fence";

    private static final Pattern NAME = Pattern.compile("(?:[A-Za-z_]\\w{0,62}\\.)?[A-Za-z_]\\w{0,62}");

    private final String table;
    private final UnaryOperator<String> change;
    private final Map<String, String> texts = new ConcurrentHashMap<>();

    /** With changed statements, to show what they would miss. */
    SqlFencingGuard(String table, UnaryOperator<String> change) {
        if (!NAME.matcher(table).matches()) {
            throw new IllegalArgumentException(
                    "table must be a name, or schema.name, of letters, digits and underscores, not"
                            + " starting with a digit, at most 63 each, but was '" + table.replaceAll("[^ -~]", "?")
                            + "'");
        }
        this.table = table;
        this.change = change;
    }

    /**
     * Makes a guard. No I/O.
     *
     * @param table the guard's table, {@link #TABLE} as a rule: name or {@code schema.name}, of letters,
     *     digits and underscores
     * @return the guard
     * @throws IllegalArgumentException if the table has another kind of name
     */
    public static SqlFencingGuard on(String table) {
        return new SqlFencingGuard(table, UnaryOperator.identity());
    }

    /**
     * Claims, before the first read of the transaction. Waits while another transaction has claimed the name, for as
     * long as the database is set to wait for a row.
     *
     * @param connection with autocommit off; it is neither committed nor rolled back here
     * @param claim the claim of the current hold
     * @throws StaleTokenException if a later hold has claimed: roll back and stop
     * @throws IllegalStateException if autocommit is on; nothing was sent
     * @throws SQLException if the database failed, with its own codes, or if another's claim was committed since this
     *     transaction took its snapshot (state 40001): roll back; the transaction may be run again as a whole
     */
    public void claim(Connection connection, FencingClaim claim) throws SQLException {
        requireTransaction(connection, claim.lock());
        GuardDialect dialect = GuardDialect.of(connection);
        for (RowClaim row : RowClaim.of(claim)) {
            dialect.claim(connection, statements(dialect), row);
        }
    }

    /**
     * Claims for a reader, before the first read of the transaction. Waits as a writer's claim does, also for other
     * readers: what is done under their claims runs one after the other.
     *
     * @param connection with autocommit off; it is neither committed nor rolled back here
     * @param claim the claim of the current hold
     * @throws StaleTokenException if a later hold has claimed to write, or a later generation has claimed: roll back and
     *     stop
     * @throws IllegalStateException as {@link #claim(Connection, FencingClaim)}
     * @throws SQLException as {@link #claim(Connection, FencingClaim)}
     */
    public void claim(Connection connection, ReadingClaim claim) throws SQLException {
        requireTransaction(connection, claim.lock());
        GuardDialect dialect = GuardDialect.of(connection);
        dialect.claim(connection, statements(dialect), claim);
    }

    private static void requireTransaction(Connection connection, LockName lock) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("'" + lock + "' not claimed: the connection has autocommit on, so that the"
                    + " claim would be over before the first read:"
                    + " call setAutoCommit(false), claim, read, write, commit");
        }
    }

    private GuardStatements statements(GuardDialect dialect) {
        return name -> texts.computeIfAbsent(name, key -> change.apply(dialect.load(key, table)));
    }

    /**
     * Claims for a hold of several locks, before the first read of the transaction: in one order everywhere, so that no
     * two transactions wait for each other. The transaction makes it one step: if a claim is refused, roll back, and
     * none was made.
     *
     * @param connection with autocommit off; it is neither committed nor rolled back here
     * @param claims such as of {@link dev.interlock.guard.FencingDomain#claims}, in any order
     * @throws StaleTokenException if a later hold has claimed one of the names: roll back and stop
     * @throws IllegalStateException as {@link #claim(Connection, FencingClaim)}
     * @throws SQLException as {@link #claim(Connection, FencingClaim)}
     */
    public void claimAll(Connection connection, Collection<FencingClaim> claims) throws SQLException {
        List<FencingClaim> sorted = claims.stream()
                .sorted(Comparator.comparing(
                                (FencingClaim claim) -> claim.domain().name())
                        .thenComparing(FencingClaim::lock))
                .toList();
        for (FencingClaim claim : sorted) {
            claim(connection, claim);
        }
    }

    /**
     * Checks the table, by claims that are rolled back: that it is there with the rights it takes, that its engine can
     * roll back, and that its key distinguishes names which differ in case or in a trailing blank. To be called at the
     * start, and not within a transaction, since what the data source gives is rolled back.
     *
     * @param dataSource of the guarded tables; one connection is borrowed
     * @throws IllegalStateException if the table cannot be used, or the database is of another kind; the message says
     *     why and the way out
     * @throws SQLException if there is no connection, or it breaks
     */
    public void validate(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                new GuardProbe(this, table).run(connection);
            } finally {
                connection.rollback();
                connection.setAutoCommit(autoCommit);
            }
        }
    }
}
