// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import dev.interlock.report.backend.NoServerException;
import dev.interlock.report.data.ServerInfo;
import dev.interlock.tck.server.ServerSource;
import dev.interlock.tck.server.SqlProduct;
import dev.interlock.tck.server.SqlServer;

/** The databases that {@link SqlServer} finds. */
final class SqlServers {

    private SqlServers() {}

    static SqlServer start(SqlProduct product) throws NoServerException {
        ServerSource source = SqlServer.locate(product);
        if (source instanceof ServerSource.Unavailable) {
            throw new NoServerException(source.toString());
        }
        try {
            return SqlServer.start(product, source);
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
