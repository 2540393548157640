// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.tck.process.ProcessAccess;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import dev.interlock.testbed.wire.Message;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The kit's way to a real database in mode row-lock. With other {@link JdbcSteps} and another opener it
 * carries the mutants, too.
 *
 * @param server where the locks are; stays open
 * @param steps which requests are which step
 * @param opener makes a backend for settings
 */
public record RowLockFixture(SqlServer server, JdbcSteps steps, Function<LockSettings, LockBackend> opener)
        implements LockFixture {

    /** The steps of mode row-lock: a release is the end of the transaction, which drivers write in their own ways. */
    public static final JdbcSteps STEPS = step -> switch (step) {
        case ACQUIRE -> JdbcSteps.running("interlock row-acquire ");
        case RENEW -> JdbcSteps.running("interlock row-renew ");
        case RELEASE -> JdbcSteps.running("ROLLBACK").or(JdbcSteps.running("rollback"));
        case SHARE -> JdbcSteps.changesOfShares();
        case FREE -> message -> false;
        case ANY -> Message.any();
    };

    /** Creates the tables. */
    public RowLockFixture {
        createTables(server);
    }

    /**
     * The backend of this module on a server.
     *
     * @param server where the locks are
     */
    public RowLockFixture(SqlServer server) {
        this(server, STEPS, new JdbcOpener());
    }

    private static void createTables(SqlServer server) {
        JdbcSchemas.create(server, "-row-lock");
        JdbcSchemas.createSharesBesideRowLocks(server);
    }

    /** How to reach the server at an address. */
    private LockSettings settings(String url) {
        return JdbcFixture.settings(server, url)
                .withOption("interlock.mode", "row-lock")
                .withOption("interlock.maxHeld", "300");
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(settings(server.url()));
    }

    @Override
    public String description() {
        return server.source() + ", mode row-lock";
    }

    /** MySQL and MariaDB count the idle time in whole seconds, rounded up. */
    @Override
    public Duration expiryDelay() {
        return server.product().equals(SqlProduct.POSTGRES.id()) ? Duration.ZERO : Duration.ofSeconds(1);
    }

    @Override
    public Optional<StoreHooks> storeHooks() {
        return Optional.of(new RowLockStoreHooks(server));
    }

    @Override
    public Optional<Runnable> restart() {
        return server.ownsProcess() ? Optional.of(this::killAndRestart) : Optional.empty();
    }

    @Override
    public Optional<FaultLink> link() {
        return Optional.of(JdbcFixture.link(server, steps, opener, this::settings));
    }

    @Override
    public Optional<StoreWallClock> wallClock() {
        return Optional.of(SqlWallClock.like(server, clocked -> new RowLockFixture(clocked, steps, opener)));
    }

    @Override
    public Optional<FailOver> failOver() {
        return Optional.of(SqlFailOver.like(server, RowLockFixture::createTables, url -> opener.apply(settings(url))));
    }

    @Override
    public Optional<ProcessAccess> processes() {
        return Optional.of(JdbcFixture.clients(opener, settings(server.url())));
    }

    private void killAndRestart() {
        server.kill();
        server.restart();
    }
}
