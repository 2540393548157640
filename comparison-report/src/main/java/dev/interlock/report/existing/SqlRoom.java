// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.existing;

import dev.interlock.LockSettings;
import dev.interlock.report.data.CheckRow;
import dev.interlock.report.data.CheckRow.Verdict;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/** A table of its own and the one for shared locks beside it, created at the start and dropped at the end. */
final class SqlRoom implements Room {

    private final String url;
    private final String table;
    private final LongSupplier wallMicros;

    SqlRoom(String url, String mark, LongSupplier wallMicros) {
        this.url = url;
        this.table = "interlock_report_" + mark;
        this.wallMicros = wallMicros;
    }

    static void require(String url) {
        if (!url.matches("(?s)jdbc:(mysql|mariadb|postgresql):.*")) {
            throw new IllegalArgumentException(
                    "must be a url with jdbc:mysql:, jdbc:mariadb: or jdbc:postgresql: but has another scheme");
        }
        if (url.contains("interlock.mode=row-lock")) {
            throw new IllegalArgumentException(
                    "must be for mode lease: in mode row-lock each lock has a connection, and"
                            + " some rules hold more than a hundred");
        }
    }

    private boolean isMysql() {
        return !url.startsWith("jdbc:postgresql:");
    }

    /** With few connections for each client, because the rules open many clients. */
    @Override
    public LockSettings settings() {
        return LockSettings.of(url)
                .withOption("interlock.table", table)
                .withOption("interlock.schema", "create")
                .withOption("interlock.poolSize", "3")
                .withOption("interlock.poolReserve", "1");
    }

    private Connection connect() throws SQLException {
        String drivers = url.replaceAll("(?<=[?&])interlock\\.[^&]*&?", "").replaceAll("[?&]$", "");
        return DriverManager.getConnection(drivers);
    }

    @Override
    public List<CheckRow> checks(StartMessages told) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            return List.of(
                    told.of(
                            "persistence",
                            "crash",
                            () -> new CheckRow("persistence", Verdict.GOOD, "what was committed survives a crash", "")),
                    told.of("replication", "standby|Galera|several primaries", SqlRoom::noStandby),
                    Clocks.compare(wallMicros, () -> Long.parseLong(one(statement, clock()))),
                    new CheckRow(
                            "isolation",
                            Verdict.GOOD,
                            "sessions begin with "
                                    + one(statement, isolation())
                                            .toLowerCase(Locale.ROOT)
                                            .replace('-', ' ')
                                    + "; Interlock sets its own",
                            ""),
                    told.of(
                            "connections",
                            "pooler",
                            () -> new CheckRow(
                                    "connections",
                                    Verdict.GOOD,
                                    "the server allows " + one(statement, connections())
                                            + " in all; a client of Interlock has 10 at most",
                                    "")),
                    told.of(
                            "grants",
                            "\\bgrant\\b",
                            () -> new CheckRow(
                                    "grants",
                                    Verdict.GOOD,
                                    "a table was created, and every step was tried and permitted",
                                    "in production the right to create is needed once or never")),
                    encryption(statement));
        } catch (Exception e) {
            throw new IllegalStateException("the set-up cannot be looked at: " + e.getMessage(), e);
        }
    }

    private static CheckRow noStandby() {
        return new CheckRow("replication", Verdict.GOOD, "no standby was seen that commits do not wait for", "");
    }

    private String clock() {
        return isMysql()
                ? "SELECT CAST(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AS CHAR)"
                : "SELECT CAST(CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint) AS text)";
    }

    private String isolation() {
        if (!isMysql()) {
            return "SHOW default_transaction_isolation";
        }
        return "SELECT variable_value FROM "
                + (url.startsWith("jdbc:mysql:") ? "performance_schema" : "information_schema")
                + ".session_variables WHERE variable_name IN ('transaction_isolation', 'tx_isolation')";
    }

    private String connections() {
        return isMysql() ? "SELECT @@max_connections" : "SHOW max_connections";
    }

    private CheckRow encryption(Statement statement) {
        String found = isMysql()
                ? column(statement, "SHOW SESSION STATUS LIKE 'Ssl_cipher'", 2)
                : one(
                        statement,
                        "SELECT CASE WHEN ssl THEN cipher ELSE '' END FROM pg_stat_ssl"
                                + " WHERE pid = pg_backend_pid()");
        return found.isEmpty()
                ? new CheckRow(
                        "TLS",
                        Verdict.LIMITED,
                        "the connection is not encrypted: anyone on the network path can read what is sent",
                        isMysql() ? "sslMode=VERIFY_IDENTITY" : "sslmode=verify-full")
                : new CheckRow("TLS", Verdict.GOOD, "the connection is encrypted (" + found + ")", "");
    }

    private static String one(Statement statement, String query) {
        return column(statement, query, 1);
    }

    private static String column(Statement statement, String query, int column) {
        try (ResultSet rows = statement.executeQuery(query)) {
            String found = rows.next() ? rows.getString(column) : null;
            return found == null ? "" : found;
        } catch (SQLException e) {
            return "";
        }
    }

    @Override
    public List<String> limits() {
        return List.of(
                "A lock across a fail-over to a replica that lacks the last writes.",
                "A lease across a jump of the server's wall clock.");
    }

    @Override
    public void clear() {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + table + ", " + table + "_share");
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "the table " + table + " or " + table + "_share could not be dropped: " + e.getMessage(), e);
        }
    }
}
