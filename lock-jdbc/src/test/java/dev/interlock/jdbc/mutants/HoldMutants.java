// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import static dev.interlock.jdbc.mutants.JdbcMutants.mutant;
import static dev.interlock.jdbc.mutants.LiteralSql.update;

import dev.interlock.LockSettings;
import dev.interlock.jdbc.tck.JdbcSteps;
import dev.interlock.mutants.Mutant;
import dev.interlock.spi.Attempt;
import dev.interlock.tck.Rule;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/** The broken SQL locks that renew or release wrongly. */
final class HoldMutants {

    private HoldMutants() {}

    static List<Mutant> all() {
        return List.of(
                mutant(
                        "jdbc-release-any-owner",
                        "UPDATE without an owner: a late release frees the successor",
                        Rule.REL_2,
                        ReleasesAnyOwner::new),
                mutant(
                        "jdbc-select-then-release",
                        "SELECT, compare, UPDATE: a successor granted in between is freed",
                        Rule.REL_6,
                        step -> JdbcSteps.running("/* UNCHECKED */"),
                        SelectThenRelease::new),
                mutant(
                        "jdbc-release-miscounts",
                        "a release that found no row counts as done",
                        Rule.REL_3,
                        ReleaseMiscounts::new),
                mutant(
                        "jdbc-renew-miscounts",
                        "a renewal that found no row counts as done",
                        Rule.REN_3,
                        RenewMiscounts::new),
                mutant(
                        "jdbc-renew-any-owner",
                        "a renewal without an owner keeps a successor's lock alive",
                        Rule.REN_2,
                        settings -> new OtherRenewal(settings, "owner_id = :owner", "owner_id IS NOT NULL")),
                mutant(
                        "jdbc-renew-revives",
                        "a renewal does not look whether the lease is over",
                        Rule.REN_2,
                        settings -> new OtherRenewal(settings, " AND expires_us > :now", "")));
    }

    private static final class ReleasesAnyOwner extends SimpleJdbc {
        private ReleasesAnyOwner(LockSettings settings) {
            super(settings);
        }

        @Override
        boolean delete(Connection connection, Attempt attempt) throws SQLException {
            String sql = RELEASE.replace("owner_id = :owner", "owner_id IS NOT NULL");
            return update(connection, filled(sql, attempt, attempt.lease())) == 1;
        }
    }

    private static final class SelectThenRelease extends SimpleJdbc {
        private SelectThenRelease(LockSettings settings) {
            super(settings);
        }

        @Override
        boolean delete(Connection connection, Attempt attempt) throws SQLException {
            String look = "SELECT 1 FROM interlock_lease WHERE lock_name = :name AND owner_id = :owner";
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(filled(look, attempt, attempt.lease()))) {
                if (!row.next()) {
                    return false;
                }
            }
            String free = "UPDATE /* UNCHECKED */ interlock_lease SET owner_id = NULL WHERE lock_name = :name";
            return update(connection, filled(free, attempt, attempt.lease())) == 1;
        }
    }

    private static final class ReleaseMiscounts extends SimpleJdbc {
        private ReleaseMiscounts(LockSettings settings) {
            super(settings);
        }

        @Override
        boolean delete(Connection connection, Attempt attempt) throws SQLException {
            return update(connection, filled(RELEASE, attempt, attempt.lease())) >= 0;
        }
    }

    private static final class OtherRenewal extends SimpleJdbc {
        private final String sql;

        private OtherRenewal(LockSettings settings, String part, String replacement) {
            super(settings);
            sql = RENEW.replace(part, replacement);
        }

        @Override
        boolean renew(Connection connection, Attempt attempt, Duration lease) throws SQLException {
            return update(connection, filled(sql, attempt, lease)) == 1;
        }
    }

    private static final class RenewMiscounts extends SimpleJdbc {
        private RenewMiscounts(LockSettings settings) {
            super(settings);
        }

        @Override
        boolean renew(Connection connection, Attempt attempt, Duration lease) throws SQLException {
            return update(connection, filled(RENEW, attempt, lease)) >= 0;
        }
    }
}
