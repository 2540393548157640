// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples;

import dev.interlock.LockHandle;
import dev.interlock.examples.database.Row;
import dev.interlock.examples.database.Statements;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The effect of a request. It is stored with the request's id in the same transaction. So a caller that got no answer
 * can repeat the request with the same id, and nothing is done twice.
 *
 * @param request its id
 * @param value the result of the use case: the count, or the remaining number
 * @param fencingToken of the hold, as decimal text since tokens can exceed 2^53
 * @param repeated whether it was done by an earlier request with that id
 */
public record Effect(String request, long value, String fencingToken, boolean repeated) {

    /**
     * The id of a request.
     *
     * @param sent the id that the caller sent; a caller without an id cannot repeat its request safely
     * @return this id, or a new one
     */
    public static String requestId(@Nullable String sent) {
        return sent == null ? UUID.randomUUID().toString() : sent;
    }

    /**
     * An effect that is about to be stored.
     *
     * @param handle of the lock
     * @param request its id
     * @param value the result of the use case
     * @return the effect
     */
    public static Effect under(LockHandle handle, String request, long value) {
        return under(handle.fencingToken(), request, value);
    }

    /**
     * An effect that is about to be stored.
     *
     * @param token of the lock
     * @param request its id
     * @param value the result of the use case
     * @return the effect
     */
    public static Effect under(long token, String request, long value) {
        return new Effect(request, value, Long.toString(token), false);
    }

    /**
     * Looks for a stored effect.
     *
     * @param statements of the transaction
     * @param table of the use case
     * @param valueColumn the column with the value
     * @param request its id
     * @return the effect, or empty if that request had no effect yet
     * @throws SQLException if the database failed
     */
    public static Optional<Effect> earlier(Statements statements, String table, String valueColumn, String request)
            throws SQLException {
        List<Row> rows = statements.rows(
                "SELECT " + valueColumn + " AS value, fencing_token FROM " + table + " WHERE request_id = ?", request);
        return rows.stream()
                .findFirst()
                .map(row -> new Effect(request, row.number("value"), row.text("fencing_token"), true));
    }

    /**
     * The token as the database keeps it.
     *
     * @return the number
     */
    public long token() {
        return Long.parseLong(fencingToken);
    }
}
