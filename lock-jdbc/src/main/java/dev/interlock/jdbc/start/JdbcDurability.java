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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The settings of a server that decide whether it keeps what it committed. */
final class JdbcDurability {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcDurability.class);

    private static final String MYSQL_SETTINGS = "SHOW GLOBAL VARIABLES WHERE Variable_name IN"
            + " ('innodb_flush_log_at_trx_commit', 'sync_binlog', 'log_bin', 'wsrep_on',"
            + " 'group_replication_single_primary_mode')";
    private static final String POSTGRES_SETTINGS =
            "SELECT name, setting FROM pg_settings WHERE name IN ('synchronous_commit', 'fsync')";

    private JdbcDurability() {}

    /** Whether what was committed is still there after a crash; warns if not, and of what else weakens a lock. */
    static boolean check(Connection connection, JdbcDatabase database) throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        boolean mysql = database.dialect().isMysql();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(mysql ? MYSQL_SETTINGS : POSTGRES_SETTINGS)) {
            while (rows.next()) {
                settings.put(
                        rows.getString(1).toLowerCase(Locale.ROOT),
                        rows.getString(2).toLowerCase(Locale.ROOT));
            }
        }
        String store = database.errors().store();
        return mysql ? isDurableMysql(store, settings) : isDurablePostgres(store, settings);
    }

    /** MySQL manual, InnoDB Startup Options: only 1 writes and flushes the log at each commit. */
    private static boolean isDurableMysql(String store, Map<String, String> settings) {
        String flush = settings.getOrDefault("innodb_flush_log_at_trx_commit", "1");
        boolean durable = flush.equals("1");
        if (!durable) {
            warnOnce(
                    store,
                    "a crash can lose held locks and the last tokens (innodb_flush_log_at_trx_commit = " + flush
                            + "); set it to 1");
        }
        if (settings.getOrDefault("log_bin", "off").equals("on")
                && !settings.getOrDefault("sync_binlog", "1").equals("1")) {
            warnOnce(
                    store,
                    "a crash of the machine can lose held locks and the last tokens (sync_binlog = "
                            + settings.get("sync_binlog") + "); set it to 1");
        }
        if (settings.getOrDefault("wsrep_on", "off").equals("on")) {
            warnOnce(store, "belongs to a Galera cluster; point all clients at one and the same node");
        }
        if (settings.getOrDefault("group_replication_single_primary_mode", "on").equals("off")) {
            warnOnce(store, "belongs to a group with several primaries; point all clients at one and the same");
        }
        return durable;
    }

    /** PostgreSQL manual, Asynchronous Commit: off may lose the last commits in a crash of the server. */
    private static boolean isDurablePostgres(String store, Map<String, String> settings) {
        boolean durable = true;
        if (settings.getOrDefault("synchronous_commit", "on").equals("off")) {
            warnOnce(store, "a crash can lose held locks and the last tokens (synchronous_commit = off); set it to on");
            durable = false;
        }
        if (settings.getOrDefault("fsync", "on").equals("off")) {
            warnOnce(store, "a crash of the machine can lose the locks (fsync = off); set it to on");
        }
        return durable;
    }

    private static void warnOnce(String store, String warning) {
        if (GivenWarnings.isFirst(store, warning)) {
            LOG.warn("{}: {}", store, warning);
        }
    }
}
