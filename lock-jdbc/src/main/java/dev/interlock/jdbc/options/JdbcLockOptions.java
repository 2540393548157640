// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.options;

import dev.interlock.spi.toolbox.StoreOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * How locks are kept in a database. Each component can be given in the connection string or in
 * {@link dev.interlock.LockSettings#options()} by the name in brackets. Immutable.
 *
 * <p>A step is one attempt to acquire, one renewal, one release or one inspection at the database.
 *
 * @param mode [interlock.mode] {@code lease} or {@code row-lock}
 * @param table [interlock.table] the table of the locks: a name, or {@code schema.name}, of letters, digits and
 *     underscores
 * @param schema [interlock.schema] {@code validate}: the table must exist; {@code create}: the client creates it if it
 *     is missing
 * @param timeout [interlock.timeout] the longest time of one step if the server does not answer, with the wait for a
 *     connection: 100 ms to 1 minute; rounded to whole seconds if the driver has no finer limit. A release takes at
 *     most twice that time, and {@code close} at most that time.
 * @param maxHeld [interlock.maxHeld] mode row-lock: the maximum number of locks that this client holds and waits for,
 *     each on its own connection, 1 to 1000
 * @param pool the client's own connections; not used with a DataSource of your own
 */
public record JdbcLockOptions(Mode mode, String table, Schema schema, Duration timeout, int maxHeld, Pool pool) {

    static final Duration MIN_TIMEOUT = Duration.ofMillis(100);
    static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);

    static final int MAX_HELD = 1_000;

    private static final String TOKENS = "_token";
    private static final int LONGEST_NAME = 63;

    private static final Pattern TABLE = Pattern.compile("(?:[A-Za-z_]\\w{0,62}\\.)?[A-Za-z_]\\w{0,62}");

    /**
     * Mode lease in table {@code interlock_lease}, which must exist; steps of at most 2 s. The statement that creates
     * it is in the jar of {@code lock-jdbc}: {@code dev/interlock/jdbc/schema/mysql.sql} (MariaDB too) or
     * {@code postgresql.sql}. With {@link Schema#CREATE} the client creates it.
     */
    public static final JdbcLockOptions STANDARD = standard(Mode.LEASE);

    /**
     * Mode row-lock in the tables {@code interlock_row} and {@code interlock_row_token}, which must exist (files
     * {@code mysql-row-lock.sql} and {@code postgresql-row-lock.sql} beside those of {@link #STANDARD}); steps of at
     * most 2 s, and at most 50 locks held or waited for.
     */
    public static final JdbcLockOptions ROW_LOCK = standard(Mode.ROW_LOCK);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a value is outside the bounds stated at the parameters
     */
    public JdbcLockOptions {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(pool, "pool");
        if (!TABLE.matcher(table).matches()) {
            throw new IllegalArgumentException("interlock.table must be a name, or schema.name, of letters, digits and"
                    + " underscores, not starting with a digit, at most 63 each, but was '"
                    + table.replaceAll("[^ -~]", "?") + "'");
        }
        if (mode == Mode.ROW_LOCK && table.length() - table.indexOf('.') - 1 > LONGEST_NAME - TOKENS.length()) {
            throw new IllegalArgumentException("interlock.table must have at most " + (LONGEST_NAME - TOKENS.length())
                    + " characters in mode row-lock, which adds " + TOKENS + ", but was '" + table + "'");
        }
        StoreOptions.requireBetween("interlock.timeout", timeout, MIN_TIMEOUT, MAX_TIMEOUT);
        StoreOptions.requireBetween("interlock.maxHeld", maxHeld, 1, MAX_HELD);
    }

    private static JdbcLockOptions standard(Mode mode) {
        return new JdbcLockOptions(mode, mode.table(), Schema.VALIDATE, Duration.ofSeconds(2), 50, Pool.STANDARD);
    }

    /** Mode row-lock: where the tokens are. */
    public String tokenTable() {
        return table + TOKENS;
    }

    /** All tables, for messages. */
    public String tables() {
        return mode == Mode.ROW_LOCK ? table + " and " + tokenTable() : table;
    }

    /**
     * These options with another table.
     *
     * @param value see {@link #table()}
     * @return new options
     */
    public JdbcLockOptions withTable(String value) {
        return new JdbcLockOptions(mode, value, schema, timeout, maxHeld, pool);
    }

    /**
     * These options with another way to treat the table at the start.
     *
     * @param value see {@link #schema()}
     * @return new options
     */
    public JdbcLockOptions withSchema(Schema value) {
        return new JdbcLockOptions(mode, table, value, timeout, maxHeld, pool);
    }

    /**
     * These options with another time-out.
     *
     * @param value see {@link #timeout()}
     * @return new options
     */
    public JdbcLockOptions withTimeout(Duration value) {
        return new JdbcLockOptions(mode, table, schema, value, maxHeld, pool);
    }

    /** How a lock is held. */
    public enum Mode {
        /** {@code lease}: a row names the holder and the end of its lease; no connection is kept while holding. */
        LEASE("lease", "interlock_lease"),
        /**
         * {@code row-lock}: a transaction keeps a row locked, on a connection of its own for each lock that is held.
         */
        ROW_LOCK("row-lock", "interlock_row");

        private final String text;
        private final String table;

        Mode(String text, String table) {
            this.text = text;
            this.table = table;
        }

        /** Its table, if none is named. */
        public String table() {
            return table;
        }

        public String text() {
            return text;
        }

        static Mode of(String text) {
            return Arrays.stream(values())
                    .filter(mode -> mode.text.equals(text))
                    .findFirst()
                    .orElseThrow(() -> bad("interlock.mode", "lease or row-lock", text));
        }
    }

    /** What the client does about the table at the start. */
    public enum Schema {
        /** {@code validate}: the table must exist, or the start fails. */
        VALIDATE("validate"),
        /** {@code create}: the client creates the table if it is missing. The login then needs the right to do that. */
        CREATE("create");

        private final String text;

        Schema(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }

        static Schema of(String text) {
            return Arrays.stream(values())
                    .filter(schema -> schema.text.equals(text))
                    .findFirst()
                    .orElseThrow(() -> bad("interlock.schema", "validate or create", text));
        }
    }

    private static IllegalArgumentException bad(String option, String expected, String value) {
        return new IllegalArgumentException(
                option + " must be " + expected + " but was '" + value.replaceAll("[^ -~]", "?") + "'");
    }

    /**
     * How many connections to keep; not used with a DataSource of your own.
     *
     * @param size [interlock.poolSize] the most connections to acquire, wait and inspect with, 1 to
     *     1000; opened when needed
     * @param reserve [interlock.poolReserve] connections to renew and release with, opened at the start, 1 to 1000
     * @param maxWait [interlock.poolWait] the longest wait for a connection, 250 ms to 1 minute; never longer than a
     *     step may take
     * @param connectTimeout [interlock.connectTimeout] the longest time to open a connection, at the start and later in
     *     the background, 250 ms to 1 minute; rounded up to whole seconds where the driver knows no less. For as long
     *     the start asks a server again that does not answer within {@code timeout}, also through a DataSource.
     */
    public record Pool(int size, int reserve, Duration maxWait, Duration connectTimeout) {

        static final int MAX_SIZE = 1_000;
        static final Duration MIN_WAIT = Duration.ofMillis(250);
        static final Duration MAX_WAIT = Duration.ofMinutes(1);

        /** 8 connections and 2 in reserve, waits of 2 s, 5 s to open one. */
        public static final Pool STANDARD = new Pool(8, 2, Duration.ofSeconds(2), Duration.ofSeconds(5));

        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if a value is outside the bounds stated at the parameters
         */
        public Pool {
            StoreOptions.requireBetween("interlock.poolSize", size, 1, MAX_SIZE);
            StoreOptions.requireBetween("interlock.poolReserve", reserve, 1, MAX_SIZE);
            StoreOptions.requireBetween("interlock.poolWait", maxWait, MIN_WAIT, MAX_WAIT);
            StoreOptions.requireBetween("interlock.connectTimeout", connectTimeout, MIN_WAIT, MAX_WAIT);
        }
    }
}
