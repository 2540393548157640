// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.server.ServerSource.Binary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.opentest4j.TestAbortedException;

/**
 * A primary and its standby. A test can cut the standby off and promote it, which together make a failover.
 * Replication is asynchronous unless {@link #replicateSynchronously} was called. Both end with this JVM. Safe for use
 * by many threads.
 */
public final class SqlPair implements AutoCloseable {

    private final SqlReplication replication;
    private final SqlServer primary;
    private final SqlServer standby;

    private SqlPair(SqlReplication replication, SqlServer primary, SqlServer standby) {
        this.replication = replication;
        this.primary = primary;
        this.standby = standby;
    }

    /**
     * Starts a primary and a standby that is in sync with it.
     *
     * @param product which database
     * @param configuration further arguments of both programs, as those of {@link SqlServer#start}
     * @throws TestAbortedException if no server can be started here, or if a running one is given
     */
    public static SqlPair start(SqlProduct product, String... configuration) {
        return start(product, plan -> plan, configuration);
    }

    /**
     * As {@link #start(SqlProduct, String...)}, with a standby whose wall clock can be set.
     *
     * @param clock the standby's clock
     */
    public static SqlPair start(SqlProduct product, ServerClock clock, String... configuration) {
        return start(product, plan -> new ClockedPlan(plan, clock), configuration);
    }

    private static SqlPair start(SqlProduct product, UnaryOperator<ServerPlan> setting, String... configuration) {
        ServerSource source = SqlServer.locate(product);
        if (!(source instanceof Binary) && source instanceof ServerSource.Existing) {
            throw new TestAbortedException("a standby needs a program to start, but there is an " + source);
        }
        SqlReplication replication = SqlReplication.of(product);
        SqlServer primary = SqlServer.start(product, source, arguments(replication, 1, configuration));
        try {
            SqlServer standby = SqlServer.start(
                    product,
                    source,
                    plan -> setting.apply(new StandbyPlan(plan, replication, primary)),
                    arguments(replication, 2, configuration));
            return following(new SqlPair(replication, primary, standby));
        } catch (RuntimeException e) {
            primary.close();
            throw e;
        }
    }

    private static String[] arguments(SqlReplication replication, int number, String... configuration) {
        List<String> arguments = new ArrayList<>(replication.configuration(number));
        arguments.addAll(List.of(configuration));
        return arguments.toArray(String[]::new);
    }

    private static SqlPair following(SqlPair pair) {
        try {
            pair.replication.follow(pair.standby, pair.primary);
            pair.awaitInSync();
            return pair;
        } catch (RuntimeException e) {
            pair.standby.close();
            throw e;
        }
    }

    /** The initial primary. */
    public SqlServer primary() {
        return primary;
    }

    /** The initial standby. */
    public SqlServer standby() {
        return standby;
    }

    /**
     * Waits until the standby shows everything that was written to the primary so far.
     *
     * @throws IllegalStateException if that takes more than 120 seconds
     */
    public void awaitInSync() {
        String written = replication.written(primary);
        await(standby, () -> replication.has(standby, written));
    }

    /**
     * Cuts the standby off: it keeps its data and gets no later write of the primary. Where commits wait for the
     * standby, they wait from now on.
     */
    public void cutOff() {
        replication.cutOff(standby);
        await(standby, () -> replication.isCutOff(standby));
    }

    /** Makes the standby a primary, with the data that it has; the old primary does not change. */
    public void promote() {
        cutOff();
        replication.promote(standby);
        await(standby, () -> replication.isPrimary(standby));
    }

    /**
     * Makes the old primary refuse writes. Clients of MySQL and MariaDB stay connected to it, and administrators can
     * still write; PostgreSQL is restarted, as a standby without a primary.
     */
    public void demotePrimary() {
        replication.demote(primary);
    }

    /**
     * Makes each commit at the primary wait, without a limit that a test would notice, until the standby has it.
     * PostgreSQL does so by {@code synchronous_standby_names}; the others use semi-synchronous replication, a setting
     * that a restart resets.
     *
     * @throws TestAbortedException if this installation cannot do that
     */
    public void replicateSynchronously() {
        replication.replicateSynchronously(primary, standby);
        await(primary, () -> replication.isSynchronous(primary));
    }

    /** Lets commits that wait for the standby return soon, as after the time-out of a semi-synchronous primary. */
    public void giveUpWaiting() {
        replication.giveUpWaiting(primary);
    }

    private static void await(SqlServer server, BooleanSupplier condition) {
        server.own("wait for").process().awaitReady(condition);
    }

    /** Kills both and deletes their files. */
    @Override
    public void close() {
        standby.close();
        primary.close();
    }
}
