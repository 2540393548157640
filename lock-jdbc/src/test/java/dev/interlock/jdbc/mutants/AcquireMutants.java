// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import static dev.interlock.jdbc.mutants.JdbcMutants.mutant;
import static dev.interlock.jdbc.mutants.LiteralSql.hex;
import static dev.interlock.jdbc.mutants.LiteralSql.number;
import static dev.interlock.jdbc.mutants.LiteralSql.update;

import com.zaxxer.hikari.HikariConfig;
import dev.interlock.LockSettings;
import dev.interlock.mutants.Mutant;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.tck.Rule;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The broken SQL locks that acquire wrongly. */
final class AcquireMutants {

    private static final String CONDITION = " AND (owner_id IS NULL OR expires_us <= :now OR owner_id = :owner)";

    private AcquireMutants() {}

    static List<Mutant> all() {
        return List.of(
                mutant(
                        "jdbc-select-then-update",
                        "SELECT whether the lock is free, then UPDATE: two of them see it free",
                        Rule.ACQ_3,
                        SelectThenUpdate::new),
                mutant(
                        "jdbc-affected-rows-misread",
                        "INSERT ... ON DUPLICATE KEY UPDATE: with the driver's default an unchanged row counts as 1",
                        Rule.ACQ_1,
                        MisreadRows::new),
                mutant(
                        "jdbc-not-idempotent",
                        "the WHERE does not let the owner in: a retry takes its own grant for another's",
                        Rule.ACQ_2,
                        settings -> new ReplacedSql(settings, " OR owner_id = :owner)", ")")),
                mutant(
                        "jdbc-joins-transaction",
                        "acquires within the transaction of its caller, which rolls back: others are granted the lock",
                        Rule.ACQ_1,
                        JoinsTransaction::new),
                mutant(
                        "jdbc-locks-the-gap",
                        "SELECT ... FOR UPDATE, then INSERT: on a name that was never used two of them deadlock",
                        Rule.ACQ_3,
                        LocksTheGap::new),
                mutant(
                        "jdbc-client-clock",
                        "leases by the clients' clocks: one that is ahead takes what others hold",
                        Rule.ACQ_1,
                        ClientClock::new),
                mutant(
                        "jdbc-local-now",
                        "NOW() is in the session's time zone: a session further east takes what others hold",
                        Rule.ACQ_1,
                        LocalNow::new),
                mutant(
                        "jdbc-folds-names",
                        "a text key with the default collation: 'a' and 'A' are one lock",
                        Rule.NAME_1,
                        FoldsNames::new),
                mutant(
                        "jdbc-timeout-is-busy",
                        "a lost reply is reported as held by another",
                        Rule.ERR_2,
                        TimeoutIsBusy::new));
    }

    private static final class SelectThenUpdate extends SimpleJdbc {
        private SelectThenUpdate(LockSettings settings) {
            super(settings);
        }

        @Override
        @Nullable
        Long acquire(Connection connection, Attempt attempt) throws SQLException {
            String look = "SELECT 1 FROM interlock_lease WHERE lock_name = :name" + CONDITION;
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(filled(look, attempt, attempt.lease()))) {
                return row.next()
                        ? number(connection, filled(ACQUIRE.replace(CONDITION, ""), attempt, attempt.lease()))
                        : null;
            }
        }
    }

    private static final class MisreadRows extends SimpleJdbc {
        private MisreadRows(LockSettings settings) {
            super(settings);
        }

        @Override
        @Nullable
        Long acquire(Connection connection, Attempt attempt) throws SQLException {
            String upsert = """
                    INSERT INTO interlock_lease
                      (lock_name, owner_id, first_token, token_count, expires_us, change_count, format_version)
                    VALUES (:name, :owner, :now, :tokens, :now + :lease, 1, 1)
                    ON DUPLICATE KEY UPDATE
                      first_token = IF(owner_id IS NULL OR expires_us <= :now, first_token + 1, first_token),
                      owner_id = IF(owner_id IS NULL OR expires_us <= :now, :owner, owner_id),
                      expires_us = IF(owner_id = :owner, :now + :lease, expires_us)
                    """;
            if (update(connection, filled(upsert, attempt, attempt.lease())) == 0) {
                return null;
            }
            String token = "SELECT first_token FROM interlock_lease WHERE lock_name = :name";
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(filled(token, attempt, attempt.lease()))) {
                return row.next() ? row.getLong(1) : null;
            }
        }
    }

    /** The pool hands out connections with a transaction open, and rolls back what was not committed. */
    private static final class JoinsTransaction extends SimpleJdbc {
        private JoinsTransaction(LockSettings settings) {
            super(settings);
        }

        @Override
        void configure(HikariConfig config) {
            config.setAutoCommit(false);
        }
    }

    private static final class LocksTheGap extends SimpleJdbc {
        private LocksTheGap(LockSettings settings) {
            super(settings);
        }

        @Override
        void configure(HikariConfig config) {
            config.setAutoCommit(false);
            config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
        }

        @Override
        void prepare(Connection connection) throws SQLException {
            update(connection, "CREATE TABLE IF NOT EXISTS gap_lock LIKE interlock_lease");
        }

        @Override
        String filled(String sql, Attempt attempt, Duration lease) {
            return super.filled(sql.replace("interlock_lease", "gap_lock").replace("IGNORE", ""), attempt, lease);
        }

        @Override
        @Nullable
        Long acquire(Connection connection, Attempt attempt) throws SQLException {
            String look = "SELECT 1 FROM interlock_lease WHERE lock_name = :name FOR UPDATE";
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(filled(look, attempt, attempt.lease()))) {
                Long token = row.next()
                        ? number(connection, filled(ACQUIRE, attempt, attempt.lease()))
                        : super.acquire(connection, attempt);
                connection.commit();
                return token;
            }
        }
    }

    /** Each client is on a machine whose clock is an hour ahead of the last one's. */
    private static final class ClientClock extends SimpleJdbc {
        private static final AtomicInteger MACHINES = new AtomicInteger();

        private final long aheadMillis = TimeUnit.HOURS.toMillis(MACHINES.incrementAndGet());

        private ClientClock(LockSettings settings) {
            super(settings);
        }

        @Override
        String now() {
            return Long.toString((System.currentTimeMillis() + aheadMillis) * 1_000);
        }
    }

    /** Each client is in the next time zone to the east. */
    private static final class LocalNow extends SimpleJdbc {
        private static final AtomicInteger ZONES = new AtomicInteger();

        private LocalNow(LockSettings settings) {
            super(settings);
        }

        @Override
        void configure(HikariConfig config) {
            config.setConnectionInitSql(
                    "SET time_zone = '+" + String.format("%02d", ZONES.getAndIncrement() % 14) + ":00'");
        }

        @Override
        String now() {
            return NOW.replace("UTC_TIMESTAMP", "NOW");
        }
    }

    private static final class FoldsNames extends SimpleJdbc {
        private FoldsNames(LockSettings settings) {
            super(settings);
        }

        @Override
        void prepare(Connection connection) throws SQLException {
            update(connection, "CREATE TABLE IF NOT EXISTS text_lock LIKE interlock_lease");

            update(connection, "ALTER TABLE text_lock MODIFY lock_name VARCHAR(200) CHARACTER SET utf8mb4");
        }

        @Override
        String filled(String sql, Attempt attempt, Duration lease) {
            return super.filled(sql.replace("interlock_lease", "text_lock"), attempt, lease)
                    .replace(
                            hex(attempt.name().value()),
                            "_utf8mb4 " + hex(attempt.name().value()));
        }
    }

    private static final class TimeoutIsBusy extends SimpleJdbc {
        private TimeoutIsBusy(LockSettings settings) {
            super(settings);
        }

        @Override
        AcquireOutcome failed(SQLException e) {
            return new AcquireOutcome.Contended(Duration.ofMillis(1));
        }
    }
}
