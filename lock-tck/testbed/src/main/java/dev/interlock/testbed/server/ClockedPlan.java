// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.server.ServerSource.Binary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A server with a clock that can be set.
 *
 * @param plan how it is started otherwise
 * @param clock its wall clock
 */
record ClockedPlan(ServerPlan plan, ServerClock clock) implements ServerPlan {

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
    }

    @Override
    public List<String> wrapper() {
        List<String> wrapper = new ArrayList<>(plan.wrapper());
        wrapper.addAll(clock.wrapper());
        return wrapper;
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
