// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.LockSettings;
import dev.interlock.jdbc.JdbcLockBackendProvider;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.server.SqlServer;
import java.util.Optional;
import java.util.function.Function;

/**
 * The kit's way to a real database. With other {@link JdbcSteps} and another opener it carries the mutants, too.
 *
 * @param server where the locks are; stays open
 * @param steps which requests are which step
 * @param opener makes a backend for settings
 */
public record JdbcFixture(SqlServer server, JdbcSteps steps, Function<LockSettings, LockBackend> opener)
        implements LockFixture {

    /** Creates the table. */
    public JdbcFixture {
        createTable(server);
    }

    /**
     * The backend of this module on a server.
     *
     * @param server where the locks are
     */
    public JdbcFixture(SqlServer server) {
        this(server, JdbcSteps.LEASE, new JdbcLockBackendProvider()::open);
    }

    private static void createTable(SqlServer server) {
        String file = "/dev/interlock/jdbc/schema/"
                + (server.product().equals("postgres") ? "postgresql" : server.product()) + ".sql";
        server.execute(JdbcSchemas.statement(file));
    }

    /** How to reach the server at an address, with time-outs for tests. */
    LockSettings settings(String url) {
        LockSettings settings = LockSettings.of(url)
                .withOption("interlock.timeout", JdbcFaultLink.TIMEOUT.toMillis() + "ms")
                .withOption("interlock.poolWait", JdbcFaultLink.TIMEOUT.toMillis() + "ms")
                .withOption("interlock.connectTimeout", JdbcFaultLink.TIMEOUT.toMillis() + "ms");
        return server.user().isEmpty()
                ? settings
                : settings.withOption("user", server.user()).withOption("password", server.password());
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(settings(server.url()));
    }

    @Override
    public String description() {
        return server.source();
    }

    /** A name that was used before, since what a step is on the wire is told of those. */
    @Override
    public String uniqueName() {
        String name = LockFixture.super.uniqueName();
        new JdbcStoreHooks(server).prepare(name);
        return name;
    }

    @Override
    public Optional<StoreHooks> store() {
        return Optional.of(new JdbcStoreHooks(server));
    }

    @Override
    public Optional<Runnable> restart() {
        return server.ownsProcess() ? Optional.of(this::killAndRestart) : Optional.empty();
    }

    @Override
    public Optional<FaultLink> link() {
        return Optional.of(new JdbcFaultLink(server, steps, url -> opener.apply(settings(url))));
    }

    private void killAndRestart() {
        server.kill();
        server.restart();
    }
}
