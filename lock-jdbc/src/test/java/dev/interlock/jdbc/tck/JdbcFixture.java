// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.tck.network.ProxyFaultLink;
import dev.interlock.tck.process.BackendHost;
import dev.interlock.tck.process.ProcessAccess;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.time.Duration;
import java.util.List;
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

    /**
     * Of a backend whose network fails: short, so that rules in which it gives up are quick; long against a round trip
     * on a loaded machine.
     */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    /**
     * Of all others, and to open a connection, which takes several round trips and a process or a thread of the
     * server's: long against the stalls of a loaded machine.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Drivers load their classes within the limit of a connection attempt. */
    private static final Duration START = Duration.ofSeconds(30);

    /** Creates the table. */
    public JdbcFixture {
        createTables(server);
    }

    static void createTables(SqlServer server) {
        JdbcSchemas.create(server, "");
        JdbcSchemas.create(server, "-share");
    }

    /**
     * The backend of this module on a server.
     *
     * @param server where the locks are
     */
    public JdbcFixture(SqlServer server) {
        this(server, JdbcSteps.LEASE, new JdbcOpener());
    }

    /** How to reach the server at an address. */
    LockSettings settings(String url) {
        return settings(server, url);
    }

    /** How to reach a server at an address. */
    static LockSettings settings(SqlServer server, String url) {
        LockSettings settings = LockSettings.of(url).withOption("interlock.timeout", PATIENCE.toMillis() + "ms");
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

    /** A name that was used before, since the requests of a step are described for such names. */
    @Override
    public String uniqueName() {
        String name = LockFixture.super.uniqueName();
        new JdbcStoreHooks(server).prepare(name);
        return name;
    }

    @Override
    public Optional<StoreHooks> storeHooks() {
        return Optional.of(new JdbcStoreHooks(server));
    }

    @Override
    public Optional<Runnable> restart() {
        return server.ownsProcess() ? Optional.of(this::killAndRestart) : Optional.empty();
    }

    @Override
    public Optional<FaultLink> link() {
        return Optional.of(link(server, steps, opener, this::settings));
    }

    /** A link for a backend of any mode, opened with the settings for its URL. */
    static FaultLink link(
            SqlServer server,
            JdbcSteps steps,
            Function<LockSettings, LockBackend> opener,
            Function<String, LockSettings> settings) {
        Function<GateProxy, LockSettings> through = proxy -> impatient(settings.apply(server.urlThrough(proxy.port())));
        return new ProxyFaultLink(
                server.product().equals(SqlProduct.POSTGRES.id())
                        ? GateProxy.postgres(server.host(), server.port())
                        : GateProxy.mysql(server.host(), server.port()),
                steps::of,
                TIMEOUT.plusMillis(250),
                through.andThen(opener),
                proxy -> clients(opener, through.apply(proxy)));
    }

    private static LockSettings impatient(LockSettings settings) {
        return settings.withOption("interlock.timeout", TIMEOUT.toMillis() + "ms")
                .withOption("interlock.poolWait", PATIENCE.toMillis() + "ms")
                .withOption("interlock.connectTimeout", PATIENCE.toMillis() + "ms");
    }

    /**
     * How other processes open a backend with settings; for a JVM that starts on a loaded machine the
     * first connection is slow.
     */
    static ProcessAccess clients(Function<LockSettings, LockBackend> opener, LockSettings settings) {
        LockSettings patient = settings.withOption("interlock.connectTimeout", START.toMillis() + "ms")
                // Which the pool makes the limit of the driver's attempts, too.
                .withOption("interlock.poolWait", START.toMillis() + "ms");
        return BackendHost.clients(opener, JdbcOpener.line(patient), () -> opener.apply(settings));
    }

    @Override
    public List<StoreTrouble> troubles() {
        return List.of(new SqlTrouble(server, () -> opener.apply(impatient(settings(server.url())))));
    }

    @Override
    public Optional<StoreWallClock> wallClock() {
        return Optional.of(SqlWallClock.like(server, clocked -> new JdbcFixture(clocked, steps, opener)));
    }

    @Override
    public Optional<FailOver> failOver() {
        return Optional.of(SqlFailOver.like(server, JdbcFixture::createTables, url -> opener.apply(settings(url))));
    }

    @Override
    public Optional<ProcessAccess> processes() {
        return Optional.of(clients(opener, settings(server.url())));
    }

    private void killAndRestart() {
        server.kill();
        server.restart();
    }
}
