// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.start;

import dev.interlock.LockClock;
import dev.interlock.LockUnavailableException;
import dev.interlock.jdbc.connection.JdbcConnections;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.connection.JdbcConnections.Work;
import dev.interlock.jdbc.connection.OpenTransaction;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.error.JdbcErrors;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out at the start which database a connection leads to. Not thread-safe. */
public final class JdbcServerProbe {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcServerProbe.class);

    private static final Pattern PLACE = Pattern.compile("jdbc:(\\w+)://(?:[^/?@]*@)?([\\w.:,\\[\\]-]+/\\w*)");

    private static final Pattern NUMBER = Pattern.compile("\\d[\\w.]*");

    private final JdbcConnections connections;
    private final LockClock clock;
    private final JdbcErrors errors;
    private String version = "";

    public JdbcServerProbe(JdbcConnections connections, LockClock clock, JdbcErrors errors) {
        this.connections = connections;
        this.clock = clock;
        this.errors = errors;
    }

    /**
     * Opens the connections.
     *
     * @throws LockUnavailableException if the server cannot be reached
     */
    public boolean open() {
        try {
            connections.open(clock);
            return true;
        } catch (SQLException e) {
            throw errors.unavailable(JdbcProbe.FAILED, e);
        }
    }

    /**
     * Asks the server what it is.
     *
     * @throws LockUnavailableException if it does not answer, or is too old or none of ours
     */
    public JdbcDialect dialect() {
        version = ask(connection -> {
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

    /** The name and version that the server gave, without what it was built with. */
    public String product() {
        Matcher number = NUMBER.matcher(version);
        return number.find() ? number.group() : shown(version);
    }

    /** Where a DataSource leads to, without the driver's options, among which secrets may be. */
    public String place() {
        return ask(connection -> {
            Matcher url = PLACE.matcher(String.valueOf(connection.getMetaData().getURL()));
            return url.lookingAt() ? url.group(1) + " at " + url.group(2) : "the database of a DataSource";
        });
    }

    /**
     * Requires that the connections of a DataSource are in no transaction. On a thread of ours they are in one only if
     * the DataSource gives the same connection to every thread.
     *
     * @throws LockUnavailableException if one is
     */
    public boolean requireNoTransaction(JdbcDialect dialect, JdbcErrors known) {
        if (ask(connection -> OpenTransaction.isOn(connection, dialect))) {
            throw known.unfit(
                    "is asked on a connection that is in a transaction already",
                    "pass a DataSource that gives each thread a connection of its own");
        }
        return true;
    }

    private static String shown(String version) {
        String line = version.replaceAll("[^ -~]", "?");
        return line.substring(0, Math.min(line.length(), 40));
    }

    private <T> T ask(Work<T> work) {
        try {
            return connections.run(Use.KEEPING, work);
        } catch (SQLException e) {
            throw errors.unavailable(JdbcProbe.FAILED, e);
        }
    }
}
