// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import dev.interlock.LockClock;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections to the database: our own, or those of the application's DataSource. Thread-safe. */
public interface JdbcConnections extends AutoCloseable {

    /** What a connection is for. */
    enum Use {
        /** To acquire, wait or inspect: may have to wait for a connection. */
        ACQUIRING,
        /** To renew, release or mint: gets a connection although acquisitions have taken all that they may. */
        KEEPING
    }

    /** What is done on a connection with autocommit on, outside of any transaction. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /**
     * Opens what is opened at the start.
     *
     * @param clock the client's clock
     * @throws SQLException if the database cannot be reached
     */
    void open(LockClock clock) throws SQLException;

    /** The limit of a step that begins now. */
    StepLimit begin() throws SQLException;

    /** Does a step on a connection, which goes back afterwards. */
    default <T> T run(Use use, Work<T> work) throws SQLException {
        return run(use, begin(), work);
    }

    /**
     * Does something on a connection, which goes back afterwards. The wait for it and all statements have one limit.
     *
     * @param limit of the step that this is a part of
     * @throws SQLException what the work threw, or why there is no connection, or that no time is left
     */
    <T> T run(Use use, StepLimit limit, Work<T> work) throws SQLException;

    /**
     * A part that {@link #open} makes.
     *
     * @throws SQLException if it was not called, or failed
     */
    static <T> T opened(@Nullable T part) throws SQLException {
        if (part == null) {
            throw new SQLException("the pool is not open");
        }
        return part;
    }

    /** A step that has its connections already. */
    @FunctionalInterface
    interface Apart<T> {
        T run() throws SQLException;
    }

    /**
     * Runs a step where no transaction of the caller is. {@link #run} and {@link #hold} do so by themselves; what is done
     * on a connection that is held needs it, since some transaction managers enlist a connection when it is used.
     *
     * @throws SQLException what the step threw, or why it did not begin
     */
    default <T> T apart(Use use, Apart<T> step) throws SQLException {
        return step.run();
    }

    /** A connection that is kept for longer than a step. For one thread at a time, but for {@link #discard}. */
    interface HeldConnection {

        Connection connection();

        /** Whether connections that were opened by now are to be closed, since their server is not the primary any more. */
        default boolean isOutdated() {
            return false;
        }

        /** Has no more use for the connection: others may have it, so only if it surely keeps no row locked. Never throws. */
        void giveBack();

        /**
         * Breaks the connection, so that it is never used again and the server ends its session. Never throws, nor
         * waits.
         */
        void discard();
    }

    /**
     * Takes a connection for as long as a lock is held or waited for, with autocommit off and at READ COMMITTED. How many
     * there are at once is the caller's business.
     *
     * @throws SQLException why there is no connection
     */
    HeldConnection hold() throws SQLException;

    /** What the statements of this client have in their text, so that its sessions are found at the server. */
    default String tag() {
        return "";
    }

    /** To be called with what the driver threw when a step failed on a connection that was held. */
    default void failedOnHeld(SQLException thrown) {}

    /**
     * Whether connections can be spared for {@link #namedLockConnection}. A connection of the application must neither
     * be kept waiting nor end with named locks in its session.
     */
    default boolean hasNamedLocks() {
        return false;
    }

    /**
     * Opens a connection that waits in the server, with autocommit on. How many there are at once is the caller's business.
     *
     * @throws SQLException why there is no connection
     */
    default HeldConnection namedLockConnection() throws SQLException {
        throw new SQLException("there are no connections that wait");
    }

    /**
     * Lets go of connections to a server that is no longer the primary, if they are ours; those that wait become
     * {@linkplain HeldConnection#isOutdated outdated}.
     */
    void refresh();

    @Override
    void close();

    /** Breaks a connection at once, without a message to the server. */
    static void breakOff(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            Logger log = LoggerFactory.getLogger(JdbcConnections.class);
            log.debug("a connection could not be broken", e);
        }
    }

    /** Gives a connection back. What was done on it is done, so a failure to give it back changes nothing. */
    static void giveBack(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            Logger log = LoggerFactory.getLogger(JdbcConnections.class);
            log.debug("a connection could not be closed", e);
        }
    }
}
