// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import dev.interlock.report.backend.NoServerException;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.testbed.server.ServerSource;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;

/** The databases that {@link SqlServer} finds. */
final class SqlServers {

    private SqlServers() {}

    /** Starts one with a configuration; a server that runs already has its own. */
    static SqlServer start(SqlProduct product, String... configuration) throws NoServerException {
        ServerSource source = SqlServer.locate(product);
        if (source instanceof ServerSource.Unavailable) {
            throw new NoServerException(source.toString());
        }
        try {
            return source instanceof ServerSource.Existing
                    ? SqlServer.start(product, source)
                    : SqlServer.start(product, source, configuration);
        } catch (IllegalStateException e) {
            throw new NoServerException(String.valueOf(e.getMessage()));
        }
    }

    static ServerInfo info(SqlServer server) {
        ServerInfo info = new ServerInfo(server.product(), server.version(), "");
        return new ServerInfo(
                server.product(), server.version(), server.source().replace(info + ", ", ""));
    }
}
