// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.LockUnavailableException;
import dev.interlock.jdbc.JdbcConnections.Use;
import dev.interlock.jdbc.JdbcConnections.Work;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out at the start which server this is, and whether its settings keep what it promises. */
final class JdbcProbe {

    static final String FAILED = "locks cannot be kept";

    private static final Logger LOG = LoggerFactory.getLogger(JdbcProbe.class);

    private static final Pattern PLACE = Pattern.compile("jdbc:(\\w+)://(?:[^/?@]*@)?([\\w.:,\\[\\]-]+/\\w*)");

    private static final String MYSQL_SETTINGS = "SHOW GLOBAL VARIABLES WHERE Variable_name IN"
            + " ('innodb_flush_log_at_trx_commit', 'sync_binlog', 'log_bin', 'wsrep_on',"
            + " 'group_replication_single_primary_mode')";
    private static final String POSTGRES_SETTINGS =
            "SELECT name, setting FROM pg_settings WHERE name IN ('synchronous_commit', 'fsync')";

    private final JdbcConnections connections;
    private final JdbcErrors errors;

    JdbcProbe(JdbcConnections connections, JdbcErrors errors) {
        this.connections = connections;
        this.errors = errors;
    }

    /**
     * Opens the connections and asks the server what it is.
     *
     * @throws LockUnavailableException if it cannot be reached, or is too old or none of ours
     */
    JdbcDialect dialect() {
        String version = ask(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(JdbcDialect.VERSION_QUERY);
                    ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : "";
            }
        });
        LOG.debug("{}: version {}", errors.store(), version);
        JdbcDialect dialect = JdbcDialect.of(version);
        if (dialect == null) {
            throw errors.unfit("calls itself '" + shown(version) + "'", "use MySQL, MariaDB or PostgreSQL");
        }
        if (!dialect.supports(version)) {
            throw errors.unfit(
                    "has version " + shown(version) + " but " + dialect.oldest() + " is the oldest supported",
                    "upgrade it");
        }
        return dialect;
    }

    /** Where a DataSource leads to, without the driver's options, among which secrets may be. */
    String place() {
        return ask(connection -> {
            Matcher url = PLACE.matcher(String.valueOf(connection.getMetaData().getURL()));
            return url.lookingAt() ? url.group(1) + " at " + url.group(2) : "the database of a DataSource";
        });
    }

    private static String shown(String version) {
        String line = version.replaceAll("[^ -~]", "?");
        return line.substring(0, Math.min(line.length(), 40));
    }

    private <T> T ask(Work<T> work) {
        try {
            connections.open();
            return connections.run(Use.KEEPING, work);
        } catch (SQLException e) {
            throw errors.unavailable(FAILED, e);
        }
    }

    /** Whether what was committed is still there after a crash; warns if not, and of what else weakens a lock. */
    static boolean isDurable(Connection connection, JdbcStore store) throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        boolean mysql = store.dialect().isMysql();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(mysql ? MYSQL_SETTINGS : POSTGRES_SETTINGS)) {
            while (rows.next()) {
                settings.put(
                        rows.getString(1).toLowerCase(Locale.ROOT),
                        rows.getString(2).toLowerCase(Locale.ROOT));
            }
        }
        String at = store.errors().store();
        return mysql ? isDurableMysql(at, settings) : isDurablePostgres(at, settings);
    }

    /** MySQL manual, InnoDB Startup Options: only 1 writes and flushes the log at each commit. */
    private static boolean isDurableMysql(String store, Map<String, String> settings) {
        String flush = settings.getOrDefault("innodb_flush_log_at_trx_commit", "1");
        boolean durable = flush.equals("1");
        if (!durable) {
            LOG.warn(
                    "{}: a crash can lose held locks and the last tokens (innodb_flush_log_at_trx_commit = {}); set it to 1",
                    store,
                    flush);
        }
        if (settings.getOrDefault("log_bin", "off").equals("on")
                && !settings.getOrDefault("sync_binlog", "1").equals("1")) {
            LOG.warn(
                    "{}: a crash of the machine can lose held locks and the last tokens (sync_binlog = {}); set it to 1",
                    store,
                    settings.get("sync_binlog"));
        }
        if (settings.getOrDefault("wsrep_on", "off").equals("on")) {
            LOG.warn("{}: belongs to a Galera cluster; point all clients at one and the same node", store);
        }
        if (settings.getOrDefault("group_replication_single_primary_mode", "on").equals("off")) {
            LOG.warn("{}: belongs to a group with several primaries; point all clients at one and the same", store);
        }
        return durable;
    }

    /** PostgreSQL manual, Asynchronous Commit: off may lose the last commits in a crash of the server. */
    private static boolean isDurablePostgres(String store, Map<String, String> settings) {
        boolean durable = true;
        if (settings.getOrDefault("synchronous_commit", "on").equals("off")) {
            LOG.warn(
                    "{}: a crash can lose held locks and the last tokens (synchronous_commit = off); set it to on",
                    store);
            durable = false;
        }
        if (settings.getOrDefault("fsync", "on").equals("off")) {
            LOG.warn("{}: a crash of the machine can lose the locks (fsync = off); set it to on", store);
        }
        return durable;
    }
}
