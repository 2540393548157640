// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.os.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.IntSupplier;

/** A running server that was started from its program by a plan. Safe for use by many threads. */
final class ServerInstance extends OwnedServer {

    private final ServerPlan plan;
    private final Path data;
    private final int port;

    private ServerInstance(ServerPlan plan, Path directory, int port, ChildProcess process) {
        super(directory, process);
        this.plan = plan;
        this.data = dataIn(directory);
        this.port = port;
    }

    /** Starts a server on one of the ports, and on the next one if another process has taken it. */
    static ServerInstance start(ServerPlan plan, IntSupplier ports) {
        Path directory = RunDirectory.ofThisJvm().create(plan.server());
        Path data = dataIn(directory);
        for (int attempt = 1; ; attempt++) {
            int port = ports.getAsInt();
            renew(plan, data);
            ChildProcess process = launch(plan, directory, port);
            if (process.awaitReady(() -> plan.isReady(data, port, process))) {
                return new ServerInstance(plan, directory, port, process);
            }
            String log = process.logTail(LOG_LINES);
            if (!isPortTaken(log) || attempt == PORT_TRIES) {
                RunDirectory.deleteTree(directory);
                throw new IllegalStateException(plan.binary() + " ended before it was ready; its log ends:\n" + log);
            }
        }
    }

    private static Path dataIn(Path directory) {
        return directory.resolve("data");
    }

    private static void renew(ServerPlan plan, Path data) {
        try {
            RunDirectory.deleteTree(data);
            plan.prepare(data);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare " + data + " for " + plan.binary(), e);
        }
    }

    private static ChildProcess launch(ServerPlan plan, Path directory, int port) {
        return ChildProcess.start(
                plan.wrapper(), plan.binary().path(), plan.arguments(dataIn(directory), port), directory);
    }

    int port() {
        return port;
    }

    @Override
    ChildProcess launch() {
        return launch(plan, directory(), port);
    }

    @Override
    boolean isReady(ChildProcess running) {
        return plan.isReady(data, port, running);
    }

    @Override
    void renewData() {
        renew(plan, data);
    }

    @Override
    public String toString() {
        return plan.binary() + " on 127.0.0.1:" + port;
    }
}
