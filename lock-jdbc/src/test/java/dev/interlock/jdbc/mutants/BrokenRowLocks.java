// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.jdbc.JdbcLockBackendProvider;
import dev.interlock.mutants.Mutant;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** The broken row locks: each is {@link SimpleRowLock} with one step changed. */
final class BrokenRowLocks {

    private BrokenRowLocks() {}

    static List<Mutant> all() {
        return List.of(
                mutant(
                        "row-lock-token-in-transaction",
                        "the token is minted in the transaction that holds the lock: undone when its session is killed",
                        Rule.TOK_1,
                        TokenInTransaction::new),
                mutant(
                        "row-lock-left-on-pooled-connection",
                        "a release gives the connection back to a pool with its transaction open",
                        Rule.REL_1,
                        LeftOnPooledConnection::new),
                mutant(
                        "row-lock-shared-pool",
                        "the connection goes back to a pool while the lock is held:"
                                + " the next borrower has the lock, too",
                        Rule.ACQ_1,
                        BorrowedTwice::new),
                mutant(
                        "row-lock-both-modes",
                        "some clients keep a lease in the row that others lock: neither sees the other",
                        Rule.ACQ_1,
                        new BothModes()::open),
                mutant(
                        "row-lock-without-idle-time-out",
                        "the server keeps the transaction of a client that no longer speaks",
                        Rule.EXP_1,
                        WithoutIdleTimeOut::new),
                mutant(
                        "row-lock-on-a-missing-row",
                        "FOR UPDATE of a row that was never inserted: gap locks exclude no other client",
                        Rule.ACQ_1,
                        MissingRow::new),
                mutant(
                        "row-lock-pings-elsewhere",
                        "a renewal pings a connection of the pool, and not the one that holds the lock",
                        Rule.REN_1,
                        PingsElsewhere::new));
    }

    private static Mutant mutant(String id, String broken, Rule rule, Function<LockSettings, LockBackend> opener) {
        return RowLockMutants.mutant(id, broken, rule, opener);
    }

    private static final class TokenInTransaction extends SimpleRowLock {
        private TokenInTransaction(LockSettings settings) {
            super(settings);
        }

        @Override
        long mint(Connection holding, Attempt attempt) throws SQLException {
            return sql.mint(holding, attempt, sql.session(holding), "first_token + token_count", "1");
        }

        @Override
        void end(Connection connection) throws SQLException {
            connection.commit();
            connection.close();
        }
    }

    /** A pool that checks no connection that comes back. Clients may share it. */
    private abstract static class Pooling extends SimpleRowLock {
        final Deque<Connection> pool = pool();

        abstract Deque<Connection> pool();

        private Pooling(LockSettings settings) {
            super(settings);
        }

        @Override
        Connection connect() throws SQLException {
            Connection pooled = pool.poll();
            return pooled == null ? super.connect() : pooled;
        }
    }

    private static final class LeftOnPooledConnection extends Pooling {
        private LeftOnPooledConnection(LockSettings settings) {
            super(settings);
        }

        @Override
        Deque<Connection> pool() {
            return new ConcurrentLinkedDeque<>();
        }

        @Override
        void end(Connection connection) {
            pool.push(connection);
        }
    }

    private static final class BorrowedTwice extends Pooling {
        private static final Deque<Connection> SHARED = new ConcurrentLinkedDeque<>();

        private BorrowedTwice(LockSettings settings) {
            super(settings);
        }

        @Override
        Deque<Connection> pool() {
            return SHARED;
        }

        @Override
        void show(Connection connection, Attempt attempt) throws SQLException {
            super.show(connection, attempt);
            pool.push(connection);
        }
    }

    /** Every other client is in mode lease, on the same table. */
    private static final class BothModes {
        private static final AtomicInteger CLIENTS = new AtomicInteger();

        private LockBackend open(LockSettings settings) {
            return CLIENTS.incrementAndGet() % 2 == 0
                    ? new JdbcLockBackendProvider()
                            .open(settings.withOption("interlock.mode", "lease")
                                    .withOption("interlock.schema", "create"))
                    : new LocksLeaseRow(settings);
        }
    }

    private static final class LocksLeaseRow extends SimpleRowLock {
        private LocksLeaseRow(LockSettings settings) {
            super(settings);
        }

        @Override
        boolean lock(Connection connection, Attempt attempt) throws SQLException {
            boolean locked = super.lock(connection, attempt);
            try (Connection other = sql.connect()) {
                sql.update(
                        other,
                        "INSERT IGNORE INTO interlock_lease (lock_name, first_token, token_count, expires_us,"
                                + " change_count, format_version) VALUES (:name, 1, 1, 0, 1, 1)",
                        attempt.name());
            }
            String row = "SELECT 1 FROM interlock_lease WHERE lock_name = :name FOR UPDATE NOWAIT";
            return locked && sql.number(connection, row, attempt.name()) != null;
        }
    }

    private static final class WithoutIdleTimeOut extends SimpleRowLock {
        private WithoutIdleTimeOut(LockSettings settings) {
            super(settings);
        }

        @Override
        void arm(Connection connection, Duration lease) {
            // That is what is broken.
        }
    }

    private static final class MissingRow extends SimpleRowLock {
        private MissingRow(LockSettings settings) {
            super(settings);
        }

        @Override
        Connection connect() throws SQLException {
            Connection connection = super.connect();
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            return connection;
        }

        @Override
        void insertRows(LockName name) {
            // That is what is broken.
        }

        @Override
        boolean lock(Connection connection, Attempt attempt) throws SQLException {
            super.lock(connection, attempt);
            return true;
        }
    }

    private static final class PingsElsewhere extends SimpleRowLock {
        private final Set<Connection> armed = ConcurrentHashMap.newKeySet();

        private PingsElsewhere(LockSettings settings) {
            super(settings);
        }

        @Override
        void arm(Connection connection, Duration lease) throws SQLException {
            if (armed.add(connection)) {
                super.arm(connection, lease);
            }
        }

        @Override
        void ping(Connection connection) throws SQLException {
            try (Connection other = sql.connect()) {
                super.ping(other);
            }
        }
    }
}
