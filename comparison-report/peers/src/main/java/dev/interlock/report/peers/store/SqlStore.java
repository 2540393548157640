// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.store;

import dev.interlock.report.contender.SqlTables;
import dev.interlock.report.contender.StoreAddress;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ServerSource;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import dev.interlock.testbed.wire.Message;
import dev.interlock.testbed.wire.SqlRequests;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A MariaDB or PostgreSQL server. */
final class SqlStore extends ServerStore {

    private static final List<String> TABLES =
            List.of("INT_LOCK", "shedlock", "interlock_lease", "interlock_lease_share");

    private final SqlServer server;
    private final SqlProduct product;

    private SqlStore(SqlServer server, SqlProduct product, GateProxy proxy) {
        super(
                server,
                new StoreAddress(server.url(), server.user(), server.password()),
                new StoreAddress(server.urlThrough(proxy.port()), server.user(), server.password()),
                proxy);
        this.server = server;
        this.product = product;
    }

    static SqlStore start(String store) {
        boolean postgres = store.equals("postgres");
        SqlProduct product = postgres ? SqlProduct.POSTGRES : SqlProduct.MARIADB;
        ServerSource source = SqlServer.locate(product);
        String[] connections =
                postgres ? new String[] {"-c", "max_connections=300"} : new String[] {"--max-connections=300"};
        SqlServer server = source instanceof ServerSource.Existing
                ? SqlServer.start(product, source)
                : SqlServer.start(product, source, connections);
        SqlTables.ofPeers(postgres ? "postgresql" : "mysql").forEach(server::execute);
        GateProxy proxy = postgres
                ? GateProxy.postgres(server.host(), server.port())
                : GateProxy.mysql(server.host(), server.port());
        return new SqlStore(server, product, proxy);
    }

    @Override
    public String name() {
        return product.id();
    }

    /** A lock of this store is a row or belongs to a session, so both are removed. */
    @Override
    public String loseLocks() {
        loseAll();
        if (product == SqlProduct.POSTGRES) {
            server.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");
        } else {
            String sessions = server.query("SELECT id FROM information_schema.processlist"
                    + " WHERE id <> CONNECTION_ID() AND user NOT IN ('system user', 'event_scheduler')");
            sessions.lines().filter(id -> !id.isBlank()).forEach(this::end);
        }
        return "lock tables emptied, all sessions killed";
    }

    @Override
    public Supplier<String> deletion() {
        return this::loseLocks;
    }

    private void end(String session) {
        try {
            server.execute("KILL CONNECTION " + session.strip());
        } catch (IllegalStateException e) {
            // The session has ended by itself meanwhile.
            return;
        }
    }

    @Override
    public String loseAll() {
        for (String table : TABLES) {
            if (exists(table)) {
                server.execute("DELETE FROM " + table);
            }
        }
        return "lock tables emptied";
    }

    private boolean exists(String table) {
        return !server.query("SELECT 1 FROM information_schema.tables WHERE lower(table_name) = lower('" + table + "')")
                .isBlank();
    }

    @Override
    Predicate<Message> granting(String grants) {
        return SqlRequests.running(grants);
    }
}
