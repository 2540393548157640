// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.dialect;

import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.options.JdbcLockOptions.Mode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The kind of database: which statements it takes, which errors it answers with, which versions are supported. */
public enum JdbcDialect {
    /** MySQL. */
    MYSQL("mysql", "mysql", 8, 0, "`", "com.mysql:mysql-connector-j"),
    /** MariaDB, which takes the schema of MySQL and most of its statements: it has no RETURNING for UPDATE either. */
    MARIADB("mariadb", "mysql", 10, 6, "`", "org.mariadb.jdbc:mariadb-java-client"),
    /** PostgreSQL. */
    POSTGRESQL("postgresql", "postgresql", 13, 0, "\"", "org.postgresql:postgresql");

    /** Understood by all of them. */
    public static final String VERSION_QUERY = "SELECT VERSION()";

    private static final Pattern VERSION = Pattern.compile("(?:PostgreSQL )?(\\d{1,4})\\.(\\d{1,4}).*", Pattern.DOTALL);

    private final String text;
    private final String family;
    private final int leastMajor;
    private final int leastMinor;
    private final String quote;
    private final String driver;

    JdbcDialect(String text, String family, int leastMajor, int leastMinor, String quote, String driver) {
        this.text = text;
        this.family = family;
        this.leastMajor = leastMajor;
        this.leastMinor = leastMinor;
        this.quote = quote;
        this.driver = driver;
    }

    /** The dialect of the server that answered so to the {@link #VERSION_QUERY}, or null if it is none of ours. */
    public static @Nullable JdbcDialect of(String version) {
        if (version.startsWith("PostgreSQL ")) {
            return POSTGRESQL;
        }
        if (!VERSION.matcher(version).matches()) {
            return null;
        }
        return version.contains("MariaDB") ? MARIADB : MYSQL;
    }

    /** Whether the server that answered so is new enough. */
    public boolean supports(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            return false;
        }
        int major = Integer.parseInt(matcher.group(1));
        return major > leastMajor || (major == leastMajor && Integer.parseInt(matcher.group(2)) >= leastMinor);
    }

    public String oldest() {
        return text + " " + leastMajor + "." + leastMinor;
    }

    /** As in connection strings. */
    public String text() {
        return text;
    }

    /** How connection strings start. */
    public String start() {
        return "jdbc:" + text + ":";
    }

    /** The Maven coordinates of its driver. */
    public String driver() {
        return driver;
    }

    /** The dialect whose resources it takes, schema and statements, where it has none of its own. */
    public String family() {
        return family;
    }

    /** Whether it is MySQL or descends from it. */
    public boolean isMysql() {
        return this != POSTGRESQL;
    }

    /** A table's name for use in a statement. */
    public String quoted(String table) {
        return quote + table.replace(".", quote + "." + quote) + quote;
    }

    /** The microseconds since 1970 in UTC by the server's clock, as an expression. */
    public String now() {
        return isMysql()
                ? "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))"
                : "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000000) AS bigint)";
    }

    /** Whether the server takes no writes, or none in this session, as an expression. */
    public String readOnly() {
        return isMysql()
                ? "CAST(@@GLOBAL.read_only AS CHAR) NOT IN ('0', 'OFF')"
                : "CAST(current_setting('transaction_read_only') AS boolean)";
    }

    /**
     * What follows FOR UPDATE where only one table has rows to lock: MySQL needs to know which, and MariaDB does not
     * accept it.
     */
    public String lockingOnly(String table) {
        return this == MARIADB ? "" : "OF " + table;
    }

    /** The name of the file that creates the tables, without its ending. */
    public String schemaFile(JdbcLockOptions options) {
        return options.mode() == Mode.ROW_LOCK ? family + "-" + options.mode().text() : family;
    }
}
