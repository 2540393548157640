// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.opentest4j.TestAbortedException;

/** The replication commands of a product, for a primary and its standby. Immutable. */
interface SqlReplication {

    /** The replication of a product. */
    static SqlReplication of(SqlProduct product) {
        return product == SqlProduct.POSTGRES ? new PostgresReplication() : new MysqlReplication(product);
    }

    /**
     * The start options of a server that can be either of the two.
     *
     * @param number a different number for each server
     */
    List<String> configuration(int number);

    /** Changes a new data directory, a copy of the primary's initial one, into that of a standby. */
    void prepare(Path data, SqlServer primary) throws IOException;

    /** Makes a new standby follow, if its data do not configure that already, and refuse writes. */
    void follow(SqlServer standby, SqlServer primary);

    /** How much the primary has written. */
    String written(SqlServer primary);

    /** Whether the standby shows all of that. */
    boolean has(SqlServer standby, String written);

    /** Stops the standby's fetching; this may take a moment. */
    void cutOff(SqlServer standby);

    /** Whether the standby fetches nothing, and has applied what it fetched. */
    boolean isCutOff(SqlServer standby);

    /** Makes a standby that is cut off a primary; this may take a moment. */
    void promote(SqlServer standby);

    /** Whether it accepts writes. */
    boolean isPrimary(SqlServer server);

    /** Makes a primary refuse writes, from all users that the product's own means cover. */
    void demote(SqlServer primary);

    /**
     * Makes each commit at the primary wait until the standby has it; this may take a moment.
     *
     * @throws TestAbortedException if this installation cannot do that
     */
    void replicateSynchronously(SqlServer primary, SqlServer standby);

    /** Lets waiting commits return without the standby, soon after they began to wait. */
    void giveUpWaiting(SqlServer primary);

    /** Whether commits wait. */
    boolean isSynchronous(SqlServer primary);
}
