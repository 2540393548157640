// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.opentest4j.TestAbortedException;

/** What a product's own words are for what is done to a primary and its standby. Immutable. */
interface SqlReplication {

    /** How a product replicates. */
    static SqlReplication of(SqlProduct product) {
        return product == SqlProduct.POSTGRES ? new PostgresReplication() : new MysqlReplication(product);
    }

    /**
     * What a server needs to be told at its start, so that it can be either of the two.
     *
     * @param number another one for each server
     */
    List<String> configuration(int number);

    /** Changes a new data directory, which is a copy of what the primary's was, into that of a standby. */
    void prepare(Path data, SqlServer primary) throws IOException;

    /** Has a standby that was just started follow, if its data do not say so already, and refuse writes. */
    void follow(SqlServer standby, SqlServer primary);

    /** How much the primary has written. */
    String written(SqlServer primary);

    /** Whether all of that can be seen at the standby. */
    boolean has(SqlServer standby, String written);

    /** Tells the standby to fetch nothing more; it may take a moment. */
    void cutOff(SqlServer standby);

    /** Whether the standby fetches nothing, and has applied what it fetched. */
    boolean isCutOff(SqlServer standby);

    /** Makes a standby that is cut off a primary; it may take a moment. */
    void promote(SqlServer standby);

    /** Whether it takes writes. */
    boolean isPrimary(SqlServer server);

    /** Makes a primary refuse the writes of everybody it can, by what the product has for that. */
    void demote(SqlServer primary);

    /**
     * Has each commit at the primary wait until the standby has it; it may take a moment.
     *
     * @throws TestAbortedException if this installation cannot do that
     */
    void replicateSynchronously(SqlServer primary, SqlServer standby);

    /** Has commits that wait go on without the standby, soon after they began to wait. */
    void giveUpWaiting(SqlServer primary);

    /** Whether commits wait. */
    boolean isSynchronous(SqlServer primary);
}
