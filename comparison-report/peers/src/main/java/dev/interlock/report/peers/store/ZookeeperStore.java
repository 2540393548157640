// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.store;

import dev.interlock.report.contender.StoreAddress;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.testbed.wire.Message;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** One ZooKeeper server. */
final class ZookeeperStore extends ServerStore {

    private final ZookeeperServer server;

    private ZookeeperStore(ZookeeperServer server, GateProxy proxy) {
        super(
                server,
                new StoreAddress(server.connectString(), "", ""),
                new StoreAddress(proxy.host() + ":" + proxy.port(), "", ""),
                proxy);
        this.server = server;
    }

    static ZookeeperStore start() {
        ZookeeperServer server = ZookeeperServer.start();
        return new ZookeeperStore(server, GateProxy.zookeeper(server.host(), server.port()));
    }

    @Override
    public String name() {
        return "zookeeper";
    }

    /** The server ends the session of a client that is silent for the session's time-out. */
    @Override
    public String loseLocks() {
        proxy().refuseConnections();
        proxy().cutAll();
        return "connection cut, until the server ends the session";
    }

    @Override
    public Supplier<String> deletion() {
        EphemeralNodes nodes = EphemeralNodes.of(server.connectString());
        return () -> {
            nodes.deleteAll();
            nodes.close();
            return "all ephemeral nodes deleted";
        };
    }

    @Override
    public String loseAll() {
        server.restartEmpty();
        return "server came back empty";
    }

    /** An operation, and a part of the path if only some are meant. Also matches a create within a transaction. */
    @Override
    Predicate<Message> granting(String grants) {
        String[] words = grants.split(" ", 2);
        String part = words.length > 1 ? words[1] : "";
        Predicate<Message> operation =
                request -> request.name().toLowerCase(Locale.ROOT).startsWith(words[0])
                        && request.arguments().get(1).contains(part);
        return operation.or(Message.named("multi"));
    }
}
