// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.start;

import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.spi.toolbox.GivenWarnings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a lease survives when a standby of the server is promoted. Every user may read these settings. MySQL reports
 * the number of standbys only to users with the right to replicate, so nothing is logged for MySQL without
 * semi-synchronous replication.
 */
final class JdbcReplication {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcReplication.class);

    /** MySQL has {@code source} in new installations where MariaDB has {@code master}. */
    private static final String MYSQL_SETTINGS =
            "SHOW GLOBAL VARIABLES WHERE Variable_name LIKE 'rpl_semi_sync_%_enabled'"
                    + " OR Variable_name LIKE 'rpl_semi_sync_%_timeout'";

    private static final String MYSQL_STANDBYS = "SHOW GLOBAL STATUS WHERE Variable_name = 'Slaves_connected'"
            + " OR Variable_name LIKE 'Rpl_semi_sync_%_clients'";

    private static final String POSTGRES =
            "SELECT name, setting FROM pg_settings WHERE name IN ('synchronous_commit', 'synchronous_standby_names')"
                    + " UNION ALL SELECT 'standbys', CAST(count(*) AS text) FROM pg_stat_replication";

    private JdbcReplication() {}

    /**
     * Logs it, once in a JVM. Returns whether a grant is always on a standby's disk before the client learns of it;
     * MySQL waits for that only until its time-out, so it does not count.
     */
    static boolean check(Connection connection, JdbcDatabase database) throws SQLException {
        Map<String, String> found = new TreeMap<>();
        String said;
        if (database.dialect().isMysql()) {
            read(connection, MYSQL_SETTINGS, found);
            read(connection, MYSQL_STANDBYS, found);
            said = ofMysql(found);
        } else {
            read(connection, POSTGRES, found);
            said = ofPostgres(found);
        }
        String store = database.errors().store();
        if (said != null && GivenWarnings.isFirst(store, said)) {
            LOG.info("{}: {}: promoting one can lose held locks", store, said);
        }
        return said == null
                && !found.getOrDefault("synchronous_standby_names", "").isEmpty();
    }

    private static void read(Connection connection, String query, Map<String, String> found) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                found.put(
                        rows.getString(1).toLowerCase(Locale.ROOT).replace("source", "master"),
                        rows.getString(2).toLowerCase(Locale.ROOT));
            }
        }
    }

    /** MySQL manual, Semisynchronous Replication: after the time-out the source goes on asynchronously. */
    static @Nullable String ofMysql(Map<String, String> found) {
        if (found.getOrDefault("rpl_semi_sync_master_enabled", "off").equals("on")) {
            return found.getOrDefault("rpl_semi_sync_master_clients", "0").equals("0")
                    ? "waits for no standby, since none replicates semi-synchronously now"
                    : "waits for a standby for at most " + found.get("rpl_semi_sync_master_timeout")
                            + " ms, and then confirms what no standby has (rpl_semi_sync_master_timeout)";
        }
        return isNone(found.getOrDefault("slaves_connected", "0"))
                ? null
                : "has standbys that commits do not wait for (rpl_semi_sync_master_enabled = off)";
    }

    /** PostgreSQL manual, synchronous_commit: from {@code on} upwards a commit waits for the disk of the standby. */
    static @Nullable String ofPostgres(Map<String, String> found) {
        if (found.getOrDefault("synchronous_standby_names", "").isEmpty()) {
            return isNone(found.getOrDefault("standbys", "0"))
                    ? null
                    : "has standbys that commits do not wait for (synchronous_standby_names is empty)";
        }
        String level = found.getOrDefault("synchronous_commit", "on");
        return level.equals("on") || level.equals("remote_apply")
                ? null
                : "has standbys whose disks commits do not wait for (synchronous_commit = " + level + ")";
    }

    private static boolean isNone(String number) {
        return number.equals("0");
    }
}
