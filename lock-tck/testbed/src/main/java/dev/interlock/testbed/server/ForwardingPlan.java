// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.server.ServerSource.Binary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A plan that changes a step or two of another plan and leaves the other steps to it. */
interface ForwardingPlan extends ServerPlan {

    /** The other plan. */
    ServerPlan plan();

    @Override
    default Binary binary() {
        return plan().binary();
    }

    @Override
    default String server() {
        return plan().server();
    }

    @Override
    default void prepare(Path data) throws IOException {
        plan().prepare(data);
    }

    @Override
    default List<String> wrapper() {
        return plan().wrapper();
    }

    @Override
    default List<String> arguments(Path data, int port) {
        return plan().arguments(data, port);
    }

    @Override
    default boolean isReady(Path data, int port, ChildProcess process) {
        return plan().isReady(data, port, process);
    }
}
