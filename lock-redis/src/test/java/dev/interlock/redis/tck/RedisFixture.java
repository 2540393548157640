// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.tck.hosted.BackendHost;
import dev.interlock.tck.process.ClientSource;
import dev.interlock.tck.proxy.GateProxy;
import dev.interlock.tck.proxy.ProxyFaultLink;
import dev.interlock.tck.server.RedisServer;
import java.util.Optional;
import java.util.function.Function;

/**
 * The kit's way to a real Redis. With other {@link RedisSteps} and another opener it carries the mutants, too.
 *
 * @param server where the locks are; stays open
 * @param steps which requests are which step
 * @param opener makes a backend for a uri
 */
public record RedisFixture(RedisServer server, RedisSteps steps, Function<String, LockBackend> opener)
        implements LockFixture {

    /**
     * The backend of this module on a server.
     *
     * @param server where the locks are
     */
    public RedisFixture(RedisServer server) {
        this(server, RedisSteps.SCRIPTS, new RedisOpener());
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(server.uri());
    }

    @Override
    public String description() {
        return server.product() + " " + server.version() + " (" + server.source() + ")";
    }

    @Override
    public Optional<StoreHooks> store() {
        return Optional.of(new RedisStoreHooks(server));
    }

    @Override
    public Optional<Runnable> restart() {
        return server.ownsProcess() ? Optional.of(this::killAndRestart) : Optional.empty();
    }

    @Override
    public Optional<FaultLink> link() {
        return Optional.of(new ProxyFaultLink(
                GateProxy.redis(server.host(), server.port()),
                steps::of,
                RedisOpener.REPLY_TIMEOUT.multipliedBy(2),
                proxy -> opener.apply(server.uriThrough(proxy.port())),
                proxy -> clients(server.uriThrough(proxy.port()))));
    }

    @Override
    public Optional<StoreWallClock> wallClock() {
        return Optional.of(RedisWallClock.start(opener));
    }

    @Override
    public Optional<FailOver> failOver() {
        return Optional.of(RedisFailOver.start(opener));
    }

    @Override
    public Optional<ClientSource> processes() {
        return Optional.of(clients(server.uri()));
    }

    private ClientSource clients(String uri) {
        return BackendHost.clients(opener, uri, () -> opener.apply(uri));
    }

    private void killAndRestart() {
        server.kill();
        server.restart();
    }
}
