// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.wire.LoopbackPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * How PgBouncer is started. All its settings, including its port, are in a file.
 *
 * @param binary its program
 * @param behind the server whose sessions it shares
 * @param settings further lines of its configuration
 */
record PoolerPlan(Binary binary, SqlServer behind, List<String> settings) implements ServerPlan {

    private static final String CONFIGURATION = "pgbouncer.ini";

    @Override
    public String server() {
        return "pgbouncer";
    }

    @Override
    public void prepare(Path data) throws IOException {
        Files.createDirectory(data);
    }

    @Override
    public List<String> wrapper() {
        return Unprivileged.wrapper();
    }

    @Override
    public List<String> arguments(Path data, int port) {
        List<String> lines = new ArrayList<>(List.of(
                "[databases]",
                "* = host=" + behind.host() + " port=" + behind.port() + " user=" + behind.user(),
                "[pgbouncer]",
                "listen_addr = " + LoopbackPort.loopback().getHostAddress(),
                "listen_port = " + port,
                "unix_socket_dir =",
                "auth_type = any"));
        lines.addAll(settings);
        Path file = data.resolve(CONFIGURATION);
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.of(file.toString());
    }

    /**
     * Only this process leads to the server behind it, so an answer from that server shows that the process is ready.
     */
    @Override
    public boolean isReady(Path data, int port, ChildProcess process) {
        try {
            return SqlAddress.parse(SqlProduct.POSTGRES, behind.urlThrough(port), behind.user(), "")
                    .answer("SHOW port", SqlPlan.PROBE_SECONDS)
                    .equals(Integer.toString(behind.port()));
        } catch (SQLException e) {
            return false;
        }
    }
}
