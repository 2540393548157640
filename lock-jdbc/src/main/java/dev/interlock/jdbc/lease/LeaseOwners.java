// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.lease.recall.NotedRecalls;
import dev.interlock.jdbc.lease.recall.NotifiedRecalls;
import dev.interlock.jdbc.lease.recall.RecallChannel;
import dev.interlock.jdbc.lease.recall.RecallRow;
import dev.interlock.jdbc.lease.recall.RecallWay;
import dev.interlock.spi.Attempt;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What a row says about the attempt of this client that has the lock: its id, and if the client may keep the lock also where
 * it is recalled. PostgreSQL has that in the owner; in MySQL and MariaDB the owner has a fixed length, and the token count
 * has it. Immutable.
 *
 * @param channel where this client's locks are recalled; null in MySQL and MariaDB, and if the database cannot
 * @param row the same; null in PostgreSQL, and if the database cannot
 */
record LeaseOwners(
        @Nullable RecallChannel channel, @Nullable RecallRow row) {

    /** Of a database that recalls no locks. */
    static LeaseOwners plain() {
        return new LeaseOwners(null, null);
    }

    /** Of a new client. */
    static LeaseOwners recalled(JdbcDialect dialect) {
        return dialect.isMysql()
                ? new LeaseOwners(null, RecallRow.random())
                : new LeaseOwners(RecallChannel.random(), null);
    }

    boolean areRecalled() {
        return channel != null || row != null;
    }

    /** Whether a row that can be recalled has the number of another row. */
    boolean areNoted() {
        return row != null;
    }

    byte[] of(Attempt attempt) {
        return channel != null && attempt.recallable() ? channel.owner(attempt.id()) : JdbcKeys.of(attempt.id());
    }

    /** The token count of a row: how many the attempt reserves, or more. */
    int tokenCount(Attempt attempt) {
        return row != null && attempt.recallable() ? row.number() : attempt.tokens();
    }

    /** How recalls reach this client; null if they cannot. */
    @Nullable
    RecallWay way(Connection connection, JdbcDatabase database) throws SQLException {
        if (row != null) {
            return NotedRecalls.of(connection, database, row);
        }
        return channel == null ? null : NotifiedRecalls.of(connection, database, channel);
    }
}
