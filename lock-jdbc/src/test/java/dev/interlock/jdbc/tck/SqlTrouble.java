// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.testbed.server.SqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A foreign transaction keeps the rows of the locks, as a backup or an operator's session can. */
final class SqlTrouble implements StoreTrouble {

    private final SqlServer server;
    private final Supplier<LockBackend> opener;
    private @Nullable Connection keeping;

    SqlTrouble(SqlServer server, Supplier<LockBackend> opener) {
        this.server = server;
        this.opener = opener;
    }

    @Override
    public String description() {
        return "another transaction keeps the rows";
    }

    @Override
    public LockBackend openBackend() {
        return opener.get();
    }

    /** A name without a row would have none to keep. */
    @Override
    public void begin(Set<String> names) {
        JdbcStoreHooks hooks = new JdbcStoreHooks(server);
        names.stream().filter(name -> !hooks.wasUsed(name)).forEach(hooks::prepare);
        try {
            Connection connection = server.connect();
            keeping = connection;
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                for (String name : names) {
                    statement.execute(
                            "SELECT 1 FROM interlock_lease WHERE lock_name = " + hooks.key(name) + " FOR UPDATE");
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void end() {
        Connection connection = keeping;
        keeping = null;
        try {
            if (connection != null) {
                connection.rollback();
                connection.close();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        end();
    }
}
