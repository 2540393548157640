// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A server with the data of a standby.
 *
 * @param plan the plan without the replication
 * @param replication how its product replicates
 * @param primary the primary that it follows
 */
record StandbyPlan(ServerPlan plan, SqlReplication replication, SqlServer primary) implements ForwardingPlan {

    @Override
    public void prepare(Path data) throws IOException {
        plan.prepare(data);
        replication.prepare(data, primary);
    }
}
