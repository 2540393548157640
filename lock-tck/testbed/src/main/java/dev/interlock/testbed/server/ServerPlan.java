// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.server.ServerSource.Binary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** How one kind of server is started from its program. Immutable. */
interface ServerPlan {

    Binary binary();

    /** Names the server's directory. */
    String server();

    /** Makes the data directory, which does not exist yet. */
    void prepare(Path data) throws IOException;

    /**
     * Programs that each replace themselves with the next one, such as {@code env} and {@code unshare}, and at last
     * with the server, so the process id stays the same. Empty if the server needs none.
     */
    default List<String> wrapper() {
        return List.of();
    }

    /** The program's arguments. */
    List<String> arguments(Path data, int port);

    /** Whether the server on this port answers and is that process: the port may belong to another process. */
    boolean isReady(Path data, int port, ChildProcess process);
}
