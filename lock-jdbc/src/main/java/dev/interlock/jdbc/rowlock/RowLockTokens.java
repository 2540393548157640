// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.rowlock;

import dev.interlock.Holder;
import dev.interlock.LockUnavailableException;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.connection.StepLimit;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import dev.interlock.spi.Attempt;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fencing tokens of mode row-lock: minted and committed on another connection than the one that holds the lock, and
 * in another table, so that no end of the holding transaction takes a token back.
 */
final class RowLockTokens {

    private final JdbcDatabase database;
    private final JdbcStatement mint;
    private final JdbcStatement insert;
    private final JdbcStatement look;

    RowLockTokens(JdbcDatabase database) {
        this.database = database;
        JdbcDialect dialect = database.dialect();
        String table = database.options().tokenTable();
        int seconds = JdbcTimeouts.statementSeconds(database.options());
        String tag = database.connections().tag();
        this.mint = JdbcStatement.load(dialect, "token-mint", table, seconds, tag);
        this.insert = JdbcStatement.load(dialect, "token-insert", table, seconds, tag);
        this.look = JdbcStatement.load(dialect, "token-look", table, seconds, tag);
    }

    /**
     * Mints the tokens of an attempt; returns the first.
     *
     * @param session which session has the lock, for operators
     * @param limit of the step that mints
     * @throws LockUnavailableException if a newer version wrote the row
     */
    long mint(byte[] key, Attempt attempt, long session, StepLimit limit) throws SQLException {
        Map<String, @Nullable Object> arguments = RowLockStatements.of(key);
        arguments.put("tokens", attempt.tokens());
        arguments.put("session", session);
        arguments.put("hint", attempt.holderHint());
        // Holders and inspections may have taken every connection for acquiring.
        return database.connections()
                .run(
                        Use.KEEPING,
                        limit,
                        connection -> database.repeating(connection, same -> mintOnce(same, arguments)));
    }

    private long mintOnce(Connection connection, Map<String, @Nullable Object> arguments) throws SQLException {
        Long token = mint.number(connection, arguments);
        if (token != null) {
            return token;
        }
        if (look.first(connection, arguments, RowLockTokens::read) != null) {
            throw database.errors().foreign("locks cannot be acquired", "another format of its tokens");
        }
        return JdbcStatement.inserted(insert.number(connection, arguments));
    }

    /** The holder that was granted the lock last; it may have released it since. */
    Optional<Holder> last(Connection connection, byte[] key) throws SQLException {
        return Optional.ofNullable(look.first(connection, RowLockStatements.of(key), RowLockTokens::read));
    }

    private static Holder read(ResultSet row) throws SQLException {
        return new Holder(row.getLong(1), Optional.empty(), Optional.ofNullable(row.getString(2)));
    }
}
