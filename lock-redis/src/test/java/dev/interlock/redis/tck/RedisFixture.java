// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreDamage;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.tck.network.ProxyFaultLink;
import dev.interlock.tck.process.BackendHost;
import dev.interlock.tck.process.ProcessAccess;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.RedisServer;
import java.time.Duration;
import java.util.List;
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
     * Of a backend whose network fails: short, so that rules in which it gives up are quick; long against a round trip
     * on a loaded machine.
     */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    /**
     * Of all others, and for connections, which are there at once or refused: long against the stalls
     * of a loaded machine.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** For as long a start asks again. */
    private static final Duration START = Duration.ofSeconds(30);

    /**
     * The backend of this module on a server.
     *
     * @param server where the locks are
     */
    public RedisFixture(RedisServer server) {
        this(server, RedisSteps.SCRIPTS, new RedisOpener());
    }

    private static String patient(String uri) {
        return uri + options(PATIENCE);
    }

    private static String options(Duration timeout) {
        return "?timeout=" + timeout.toMillis() + "ms&connectTimeout=" + START.toMillis() + "ms&poolWait="
                + PATIENCE.toMillis() + "ms";
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(patient(server.uri()));
    }

    @Override
    public String description() {
        return server.product() + " " + server.version() + " (" + server.source() + ")";
    }

    @Override
    public Optional<StoreHooks> storeHooks() {
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
                TIMEOUT,
                proxy -> opener.apply(uriThrough(proxy)),
                proxy -> clients(uriThrough(proxy))));
    }

    @Override
    public List<StoreTrouble> troubles() {
        return server.ownsProcess()
                ? List.of(new RedisTrouble(server, uri -> opener.apply(uri + options(TIMEOUT))))
                : List.of();
    }

    @Override
    public List<StoreDamage> damages() {
        return List.of(new StoreDamage("two foreign values", new RedisStoreHooks(server)::overwrite));
    }

    @Override
    public Optional<StoreWallClock> wallClock() {
        return Optional.of(RedisWallClock.start(opener.compose(RedisFixture::patient)));
    }

    @Override
    public Optional<FailOver> failOver() {
        return Optional.of(RedisFailOver.start(opener.compose(RedisFixture::patient)));
    }

    @Override
    public Optional<ProcessAccess> processes() {
        return Optional.of(clients(patient(server.uri())));
    }

    private String uriThrough(GateProxy proxy) {
        return server.uriThrough(proxy.port()) + options(TIMEOUT);
    }

    private ProcessAccess clients(String uri) {
        return BackendHost.clients(opener, uri, () -> opener.apply(uri));
    }

    private void killAndRestart() {
        server.kill();
        server.restart();
    }
}
