// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.Executables;
import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.wire.LoopbackPort;
import java.util.List;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/**
 * A PgBouncer in front of a PostgreSQL: it shares the server's sessions among its clients, in transaction mode one
 * transaction at a time. It ends with this JVM. Safe for use by many threads.
 */
public final class PgBouncer implements AutoCloseable {

    private static final String PROGRAM = "pgbouncer";

    private final SqlServer server;
    private final ServerInstance own;

    private PgBouncer(SqlServer server, ServerInstance own) {
        this.server = server;
        this.own = own;
    }

    /**
     * Starts a PgBouncer.
     *
     * @param server a PostgreSQL that this JVM started, to which it logs in as superuser; stays open
     * @param settings lines of its configuration, such as {@code pool_mode = transaction}
     * @throws TestAbortedException if there is no such program here
     */
    public static PgBouncer inFrontOf(SqlServer server, String... settings) {
        ServerSearch search = new ServerSearch();
        Optional<Binary> found = Executables.ofServer(System.getenv(), PROGRAM)
                .flatMap(path -> search.preflight(path, "path").stream())
                .findFirst();
        Binary binary = found.orElseThrow(() -> new TestAbortedException(
                search.result(found, PROGRAM, "install the package " + PROGRAM).toString()));
        return new PgBouncer(
                server, ServerInstance.start(new PoolerPlan(binary, server, List.of(settings)), LoopbackPort::free));
    }

    /** The JDBC URL of the server through it. */
    public String url() {
        return server.urlThrough(own.port());
    }

    /** Kills it and deletes its files. */
    @Override
    public void close() {
        own.close();
    }
}
