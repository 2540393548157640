// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import static dev.interlock.jdbc.mutants.JdbcMutants.mutant;
import static dev.interlock.jdbc.mutants.LiteralSql.number;
import static dev.interlock.jdbc.mutants.LiteralSql.update;

import dev.interlock.LockSettings;
import dev.interlock.mutants.Mutant;
import dev.interlock.spi.Attempt;
import dev.interlock.tck.Rule;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The broken SQL locks that mint wrong fencing tokens. */
final class TokenMutants {

    private static final String FLOORED = "GREATEST(first_token + token_count, :now)";

    private TokenMutants() {}

    static List<Mutant> all() {
        return List.of(
                mutant(
                        "jdbc-owner-before-token",
                        "the owner is assigned before the token, whose IF then takes the new owner for the old one",
                        Rule.TOK_1,
                        settings -> new ReplacedSql(settings, "SET first_token", "SET owner_id = :owner, first_token")),
                mutant(
                        "jdbc-row-deleted",
                        "a release deletes the row, and the token with it",
                        Rule.TOK_1,
                        RowDeleted::new),
                mutant(
                        "jdbc-token-bare-counter",
                        "a bare counter: after a loss of data the tokens start again",
                        Rule.TOK_4,
                        settings -> new ReplacedSql(settings, FLOORED, "first_token + token_count")),
                mutant(
                        "jdbc-token-seconds",
                        "the clock's seconds alone: two holds in one get the same",
                        Rule.TOK_5,
                        settings -> new ReplacedSql(settings, FLOORED, ":now DIV 1000000")),
                mutant(
                        "jdbc-token-block-not-kept",
                        "only the first token of a reserved block counts",
                        Rule.TOK_3,
                        settings -> new ReplacedSql(settings, FLOORED, "first_token + 1")),
                mutant(
                        "jdbc-token-apart",
                        "the token is minted in a statement of its own, again for each repetition of an attempt",
                        Rule.ACQ_2,
                        TokenApart::new));
    }

    private static final class RowDeleted extends ReplacedSql {
        private RowDeleted(LockSettings settings) {
            super(settings, FLOORED, "first_token + token_count");
        }

        @Override
        boolean delete(Connection connection, Attempt attempt) throws SQLException {
            String sql = "DELETE FROM interlock_lease WHERE lock_name = :name AND owner_id = :owner";
            return update(connection, filled(sql, attempt, attempt.lease())) == 1;
        }
    }

    private static final class TokenApart extends SimpleJdbc {
        private TokenApart(LockSettings settings) {
            super(settings);
        }

        @Override
        @Nullable
        Long acquire(Connection connection, Attempt attempt) throws SQLException {
            if (super.acquire(connection, attempt) == null) {
                return null;
            }
            String mint =
                    "UPDATE interlock_lease SET first_token = LAST_INSERT_ID(" + FLOORED + ") WHERE lock_name = :name";
            return number(connection, filled(mint, attempt, attempt.lease()));
        }
    }
}
