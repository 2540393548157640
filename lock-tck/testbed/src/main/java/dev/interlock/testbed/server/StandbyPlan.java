// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.server.ServerSource.Binary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A server with the data of a standby.
 *
 * @param plan how it is started otherwise
 * @param replication how its product replicates
 * @param primary what it follows
 */
record StandbyPlan(ServerPlan plan, SqlReplication replication, SqlServer primary) implements ServerPlan {

    @Override
    public Binary binary() {
        return plan.binary();
    }

    @Override
    public String server() {
        return plan.server();
    }

    @Override
    public void prepare(Path data) throws IOException {
        plan.prepare(data);
        replication.prepare(data, primary);
    }

    @Override
    public List<String> wrapper() {
        return plan.wrapper();
    }

    @Override
    public List<String> arguments(Path data, int port) {
        return plan.arguments(data, port);
    }

    @Override
    public boolean isReady(Path data, int port, ChildProcess process) {
        return plan.isReady(data, port, process);
    }
}
