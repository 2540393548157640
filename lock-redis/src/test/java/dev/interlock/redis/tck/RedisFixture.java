// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.LockSettings;
import dev.interlock.redis.RedisLockBackendProvider;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.proxy.GateProxy;
import dev.interlock.tck.proxy.ProxyFaultLink;
import dev.interlock.tck.server.RedisServer;
import java.time.Duration;
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

    /** Short, so that rules in which the backend gives up are quick; long against a round trip on a loaded machine. */
    private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(1);

    /**
     * The backend of this module on a server.
     *
     * @param server where the locks are
     */
    public RedisFixture(RedisServer server) {
        this(server, RedisSteps.SCRIPTS, RedisFixture::open);
    }

    private static LockBackend open(String uri) {
        String timeout = REPLY_TIMEOUT.toMillis() + "ms";
        return new RedisLockBackendProvider()
                .open(LockSettings.of(uri).withOption("timeout", timeout).withOption("connectTimeout", timeout));
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
                REPLY_TIMEOUT.multipliedBy(2),
                proxy -> opener.apply(server.uriThrough(proxy.port()))));
    }

    private void killAndRestart() {
        server.kill();
        server.restart();
    }
}
