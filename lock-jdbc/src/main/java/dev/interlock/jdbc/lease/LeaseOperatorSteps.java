// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.HeldLock;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import dev.interlock.jdbc.error.JdbcRequestTracker;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.OperatorSteps;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The steps for an operator in mode lease: one query for a list, one conditional update that frees. The server wakes the
 * first waiter, since it watches the row. Thread-safe.
 */
final class LeaseOperatorSteps implements OperatorSteps {

    /** No name has this byte, so it is above each continuation of a name. */
    private static final byte ABOVE = (byte) 0xFF;

    /** The rows of the backend itself begin with a zero byte, and no name does. */
    private static final byte[] FIRST = {1};

    private final JdbcDatabase database;
    private final LeaseStatements statements;
    private final JdbcStatement list;
    private final JdbcStatement free;

    LeaseOperatorSteps(JdbcDatabase database, LeaseStatements statements) {
        this.database = database;
        this.statements = statements;
        String table = database.options().table();
        int seconds = JdbcTimeouts.statementSeconds(database.options());
        String tag = database.connections().tag();
        this.list = JdbcStatement.load(database.dialect(), "lease-list", table, seconds, tag);
        this.free = JdbcStatement.load(database.dialect(), "lease-free", table, seconds, tag);
    }

    @Override
    public List<HeldLock> list(String prefix, int atMost) {
        byte[] start = prefix.getBytes(StandardCharsets.UTF_8);
        byte[] above = Arrays.copyOf(start, start.length + 1);
        above[start.length] = ABOVE;
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("name", start.length == 0 ? FIRST : start);
        arguments.put("upto", above);
        arguments.put("count", atMost);
        try {
            return database.connections()
                    .run(Use.ACQUIRING, connection -> list.all(connection, arguments, LeaseOperatorSteps::read));
        } catch (SQLException e) {
            database.recover(e);
            throw database.errors().unavailable("locks not listed", e);
        }
    }

    /** How many wait is not known: only the first waiter of all clients is known to the server. */
    private static HeldLock read(ResultSet row) throws SQLException {
        long token = row.getLong(2);
        Holder holder = new Holder(
                token,
                Optional.of(Duration.of(row.getLong(3), ChronoUnit.MICROS)),
                Optional.ofNullable(row.getString(4)));
        return new HeldLock(
                new LockName(new String(row.getBytes(1), StandardCharsets.UTF_8)),
                holder,
                Optional.of(Instant.EPOCH.plus(token, ChronoUnit.MICROS)),
                OptionalInt.empty());
    }

    @Override
    public FreeOutcome free(LockName name, long token) {
        String failed = "'" + name + "' not freed";
        Map<String, @Nullable Object> arguments = LeaseStatements.looking(name);
        arguments.put("token", token);
        JdbcRequestTracker tracker = new JdbcRequestTracker();
        try {
            return database.connections()
                    .run(
                            Use.KEEPING,
                            connection -> database.repeating(connection, same -> {
                                int freed = tracker.trackAll(() -> free.update(same, arguments));
                                return freed == 1 ? new FreeOutcome.Freed() : notFreed(same, name, token, failed);
                            }));
        } catch (SQLException e) {
            database.recover(e);
            return database.errors().acquire(failed, e, tracker) instanceof AcquireOutcome.Refused refused
                    ? new FreeOutcome.Refused(refused.cause())
                    : new FreeOutcome.Unknown(database.errors().sanitized(e));
        }
    }

    private FreeOutcome notFreed(Connection connection, LockName name, long token, String failed) throws SQLException {
        LeaseRow row = statements.look().first(connection, LeaseStatements.looking(JdbcKeys.of(name)), LeaseRow::read);
        if (row == null || !row.isHeld()) {
            return new FreeOutcome.NotHeld();
        }
        if (row.firstToken() != token) {
            return new FreeOutcome.OtherToken(row.firstToken());
        }
        return new FreeOutcome.Refused(database.errors()
                .foreign(failed, row.isForeign() ? "format " + row.format() + " of its row" : "it changes, try again"));
    }
}
