// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import dev.interlock.LockSettings;
import dev.interlock.jdbc.tck.SqlSwitchFixture;
import dev.interlock.mutants.Mutant;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The broken SQL locks that do not follow when another server becomes the primary and the old one runs on. */
final class SwitchMutants {

    private static final int READ_ONLY = 1290;

    private SwitchMutants() {}

    static List<Mutant> all() {
        return List.of(
                mutant("jdbc-stays-at-demoted", "its connections stay at a primary that was demoted", SimpleJdbc::new),
                mutant(
                        "jdbc-read-only-is-held",
                        "a server that takes no writes counts as 'held by another', and its connections stay",
                        ReadOnlyIsHeld::new));
    }

    static Mutant mutant(String id, String broken, Function<LockSettings, LockBackend> opener) {
        return new Mutant(
                id,
                broken,
                Set.of(Rule.FAULT_2),
                () -> new SqlSwitchFixture(JdbcMutants.server(), SimpleJdbc.STEPS, opener));
    }

    /** What they are made from: sound, as it asks the server at the end of each connection what it is. */
    static final class FollowsPrimary extends SimpleJdbc {

        /** More than the pool has connections. */
        private static final int MOST = 20;

        FollowsPrimary(LockSettings settings) {
            super(settings);
        }

        @Override
        Connection connection() throws SQLException {
            for (int i = 0; i < MOST; i++) {
                Connection connection = super.connection();
                if (takesWrites(connection)) {
                    return connection;
                }
                connection.abort(Runnable::run);
                connection.close();
            }
            throw new SQLException("the server takes no writes", "HY000", READ_ONLY);
        }

        private static boolean takesWrites(Connection connection) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT @@GLOBAL.read_only")) {
                return row.next() && row.getInt(1) == 0;
            }
        }
    }

    private static final class ReadOnlyIsHeld extends SimpleJdbc {
        private ReadOnlyIsHeld(LockSettings settings) {
            super(settings);
        }

        @Override
        AcquireOutcome failed(SQLException e) {
            return e.getErrorCode() == READ_ONLY
                    ? new AcquireOutcome.Contended(Duration.ofSeconds(1))
                    : super.failed(e);
        }
    }
}
