// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.server.ServerSource.Existing;
import dev.interlock.testbed.server.ServerSource.Unavailable;
import dev.interlock.testbed.wire.LoopbackPort;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real MySQL, MariaDB or PostgreSQL for tests and for the report.
 *
 * <p>It is, in this order: the running server named by the environment variable {@code LOCKS_TEST_MYSQL_URL}, with
 * {@code LOCKS_TEST_MYSQL_USER} and {@code LOCKS_TEST_MYSQL_PASSWORD} (and {@code MARIADB} and {@code POSTGRES}
 * likewise); the program named by {@code LOCKS_TEST_MYSQLD}, {@code LOCKS_TEST_MARIADBD} or {@code
 * LOCKS_TEST_POSTGRES_BIN}; the program on the path; the program inside a Maven artifact, if that is on the class path.
 * The product's JDBC driver must be on the class path as well; this kit contains neither.
 *
 * <p>A program is started on a free port of 127.0.0.1 without TLS, every commit is forced to disk, and data survive
 * {@link #kill} and {@link #restart}. Safe for use by many threads.
 */
public final class SqlServer extends RealServer {

    /** How long the server may take to answer the statements of this class. */
    static final int ANSWER_SECONDS = 5;

    private static final Logger LOG = LoggerFactory.getLogger(SqlServer.class);

    private final SqlAddress address;
    private final String version;
    private final SqlCounters counters;

    private SqlServer(ServerSource source, SqlAddress address, String version, @Nullable ServerInstance own) {
        super(source, own);
        this.address = address;
        this.version = version;
        this.counters = new SqlCounters(address);
    }

    /** Where a server comes from on this machine, or why there is none. May unpack a program; starts no server. */
    public static ServerSource locate(SqlProduct product) {
        return SqlLocator.ofThisJvm(product);
    }

    /**
     * Starts a server, or uses the running one.
     *
     * @param product which database
     * @param configuration further arguments of the program: {@code "--max-connections=20"}, for PostgreSQL {@code
     *     "-c", "max_connections=20"}
     * @throws TestAbortedException if there is no server or driver here and {@code -Dinterlock.test.require} does not
     *     name the product, or if a running server is given and the caller passes configuration
     * @throws AssertionError if there is no server or driver here and {@code -Dinterlock.test.require} names the
     *     product
     * @throws IllegalStateException if the program does not become ready; the message contains the end of its log
     */
    public static SqlServer start(SqlProduct product, String... configuration) {
        return start(product, locate(product), configuration);
    }

    /**
     * As {@link #start(SqlProduct, String...)}, with a wall clock that can be set; also aborted if a running server
     * is given.
     *
     * @param clock stays usable after restarts
     */
    public static SqlServer start(SqlProduct product, ServerClock clock, String... configuration) {
        ServerSource source = locate(product);
        if (source instanceof Existing existing) {
            throw existing.cannotBeStartedWith(clock);
        }
        return start(product, source, plan -> new ClockedPlan(plan, clock), configuration);
    }

    /** As {@link #start(SqlProduct, String...)}, with a source chosen by the caller. */
    public static SqlServer start(SqlProduct product, ServerSource source, String... configuration) {
        return start(product, source, plan -> plan, configuration);
    }

    /** As {@link #start(SqlProduct, ServerSource, String...)}, with another way to start a program. */
    static SqlServer start(
            SqlProduct product, ServerSource source, UnaryOperator<ServerPlan> setting, String... configuration) {
        if (source instanceof Existing existing) {
            return connect(product, existing, configuration);
        }
        if (source instanceof Binary binary) {
            SqlPlan plan = product.plan(binary, List.of(configuration));
            ServerInstance own = ServerInstance.start(setting.apply(plan), LoopbackPort::free);
            try {
                SqlAddress address = plan.addressOn(own.port());
                return new SqlServer(binary, address, address.version(ANSWER_SECONDS), own);
            } catch (SQLException | RuntimeException e) {
                own.close();
                throw new IllegalStateException(binary + " was ready, and then did not say its version", e);
            }
        }
        throw ((Unavailable) source).raise();
    }

    private static SqlServer connect(SqlProduct product, Existing existing, String... configuration) {
        if (configuration.length > 0) {
            throw existing.cannotBeStartedWith(List.of(configuration));
        }
        try {
            String user = System.getenv().getOrDefault(product.variable("USER"), "");
            String password = System.getenv().getOrDefault(product.variable("PASSWORD"), "");
            SqlAddress address = SqlAddress.parse(product, existing.uri(), user, password);
            return new SqlServer(existing, address, address.version(ANSWER_SECONDS), null);
        } catch (SQLException | IllegalArgumentException | IllegalStateException e) {
            String reason = existing + " is not usable: " + e.getMessage();
            throw new Unavailable(product.id(), reason, "correct or unset " + existing.origin()).raise();
        }
    }

    @Override
    public String host() {
        return address.host();
    }

    @Override
    public int port() {
        return address.port();
    }

    /** {@code mysql}, {@code mariadb} or {@code postgres}. */
    @Override
    public String product() {
        return address.product().id();
    }

    @Override
    public String version() {
        return version;
    }

    /**
     * The JDBC URL, such as {@code jdbc:mysql://127.0.0.1:23306/locks}; without {@link #user} and {@link #password}.
     */
    public String url() {
        return address.url();
    }

    /** As {@link #url}, but through another listener on 127.0.0.1, such as a proxy. */
    public String urlThrough(int port) {
        return address.at("127.0.0.1", port).url();
    }

    /** The user to connect as; on a server that this JVM started, its superuser. */
    public String user() {
        return address.user();
    }

    /** The user's password; empty on a server that this JVM started. */
    public String password() {
        return address.password();
    }

    /**
     * Opens a new connection without proxy or pool; the caller closes it. It gives up when the server does not answer
     * for 5 s.
     *
     * @throws SQLException as the driver throws it
     */
    public Connection connect() throws SQLException {
        return address.connect(ANSWER_SECONDS);
    }

    /**
     * Sends one statement over a new connection.
     *
     * @throws IllegalStateException if the server refuses it or does not answer within 5 s; the cause is the driver's
     */
    public void execute(String sql) {
        query(sql);
    }

    /**
     * Sends one statement over a new connection and reads all rows of its answer.
     *
     * @return one line for each row, with a tab between columns and {@code (null)} for a null; empty without rows
     * @throws IllegalStateException as {@link #execute}
     */
    public String query(String sql) {
        return ask(sql, () -> address.answer(sql, ANSWER_SECONDS));
    }

    /**
     * How many statements clients have sent since the server started, by its own count. In MySQL and MariaDB this is
     * {@code Questions}, which counts a prepared statement at its execution and not at its preparation, and counts the
     * end of a connection. In PostgreSQL it is the sum over {@code pg_stat_statements}. The statements of this method
     * do not count; those that drivers send by themselves do, as do those of {@link #execute} and {@link #query}.
     *
     * @throws IllegalStateException if the server has no such count or does not answer
     */
    public long statements() {
        return ask("its counters", counters::statements);
    }

    /**
     * As {@link #statements}, by kind in lower case: {@code update}, {@code select}. MySQL and MariaDB count in {@code
     * Com_...}, PostgreSQL by the first word of the statement. Kinds that did not occur are omitted.
     */
    public Map<String, Long> statementsByKind() {
        return ask("its counters", counters::statementsByKind);
    }

    @Override
    public void close() {
        try {
            counters.close();
        } catch (SQLException e) {
            LOG.debug("closing a connection to {} failed", address, e);
        }
        super.close();
    }

    @Override
    public String toString() {
        return source() + " at " + host() + ":" + port();
    }

    private interface Question<T> {
        T answer() throws SQLException;
    }

    private <T> T ask(String what, Question<T> question) {
        try {
            return question.answer();
        } catch (SQLException e) {
            throw new IllegalStateException(address + ", asked for " + what + ": " + e.getMessage(), e);
        }
    }
}
