// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/** How a database is started. */
interface SqlPlan extends ServerPlan {

    /** Short, because the port may belong to a process that accepts connections and never answers. */
    int PROBE_SECONDS = 1;

    SqlProduct product();

    SqlAddress addressOn(int port);

    /** The query for the server's data directory, which no other server has. */
    String dataDirectoryQuery();

    @Override
    default String server() {
        return product().id();
    }

    @Override
    default boolean isReady(Path data, int port, ChildProcess process) {
        try {
            String answer = addressOn(port).answer(dataDirectoryQuery(), PROBE_SECONDS);
            return Files.isSameFile(Path.of(answer), data);
        } catch (SQLException | IOException e) {
            return false;
        }
    }
}
