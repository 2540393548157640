// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.store;

import dev.interlock.report.contender.StoreAddress;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.wire.Message;
import java.util.function.Predicate;

/** One Redis server. */
final class RedisStore extends ServerStore {

    private final RedisServer server;

    private RedisStore(RedisServer server, GateProxy proxy) {
        super(
                server,
                new StoreAddress(server.uri(), "", ""),
                new StoreAddress(server.uriThrough(proxy.port()), "", ""),
                proxy);
        this.server = server;
    }

    static RedisStore start() {
        RedisServer server = RedisServer.start();
        return new RedisStore(server, GateProxy.redis(server.host(), server.port()));
    }

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public String loseLocks() {
        return loseAll();
    }

    @Override
    public String loseAll() {
        server.command("FLUSHALL");
        return "FLUSHALL";
    }

    @Override
    Predicate<Message> granting(String grants) {
        return Message.named(grants.split(" ", -1));
    }
}
