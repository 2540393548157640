// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.tck.network.ProxyFaultLink;
import dev.interlock.tck.process.BackendHost;
import dev.interlock.tck.process.ProcessAccess;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.RedisGroup;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.ServerClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The kit's way to independent servers. A link disturbs one of them, and its clients cannot do without that one: of the
 * others just too few are there to make a majority.
 *
 * @param group where the locks are; stays open
 * @param opener makes a backend for a uri
 */
public record RedlockFixture(RedisGroup group, Function<String, LockBackend> opener) implements LockFixture {

    /**
     * One silent server costs this; so rules in which a client gives up are quick. One request may take the whole limit,
     * as ERR-8 assumes: a reply within it is in time.
     */
    private static final String HASTY = "?timeout=2s&nodeTimeout=2s&connectTimeout=1s&poolWait=1s";

    private static final Duration HASTY_LIMIT = Duration.ofSeconds(2);

    /** Long against the stalls of a loaded machine. */
    private static final String PATIENT = "?timeout=15s&nodeTimeout=5s&connectTimeout=5s&poolWait=5s";

    /**
     * The backend of this module on servers.
     *
     * @param group where the locks are
     */
    public RedlockFixture(RedisGroup group) {
        this(group, new RedlockOpener());
    }

    static String uri(RedisGroup group) {
        return "redlock:" + group.joined(RedisServer::uri) + PATIENT;
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(uri(group));
    }

    @Override
    public String description() {
        RedisServer first = group.server(0);
        return "Redlock over " + group.servers().size() + " servers of " + first.product() + " " + first.version();
    }

    @Override
    public Optional<StoreHooks> storeHooks() {
        return Optional.of(new RedlockStoreHooks(group));
    }

    @Override
    public Optional<Runnable> restart() {
        return Optional.of(() -> {
            group.servers().forEach(RedisServer::kill);
            group.servers().forEach(RedisServer::restart);
        });
    }

    @Override
    public Optional<FaultLink> link() {
        RedisServer disturbed = group.server(0);
        return Optional.of(new ProxyFaultLink(
                GateProxy.redis(disturbed.host(), disturbed.port()),
                RedisSteps.REDLOCK::of,
                HASTY_LIMIT,
                proxy -> opener.apply(uriThrough(proxy)),
                proxy -> BackendHost.clients(opener, uriThrough(proxy), () -> opener.apply(uriThrough(proxy)))));
    }

    /** The disturbed one, those that make a majority with it, and a closed port for the others. */
    private String uriThrough(GateProxy proxy) {
        int size = group.servers().size();
        List<String> uris = new ArrayList<>(List.of(group.server(0).uriThrough(proxy.port())));
        for (int place = 1; place < size; place++) {
            uris.add(place <= size / 2 ? group.server(place).uri() : "redis://127.0.0.1:" + place);
        }
        return "redlock:" + String.join(",", uris) + HASTY;
    }

    @Override
    public Optional<StoreWallClock> wallClock() {
        ServerClock clock = ServerClock.make();
        RedisGroup clocked = RedisGroup.start(group.servers().size(), place -> RedisServer.start(clock));
        return Optional.of(new RedlockWallClock(clock, clocked, () -> opener.apply(uri(clocked))));
    }

    @Override
    public Optional<FailOver> failOver() {
        RedisGroup own = RedisGroup.start(group.servers().size());
        return Optional.of(new RedlockFailOver(own, () -> opener.apply(uri(own))));
    }

    @Override
    public Optional<ProcessAccess> processes() {
        return Optional.of(BackendHost.clients(opener, uri(group), this::openBackend));
    }
}
