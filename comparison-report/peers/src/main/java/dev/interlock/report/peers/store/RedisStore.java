// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.store;

import dev.interlock.report.contender.StoreAddress;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.wire.Message;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** One Redis server. */
final class RedisStore extends ServerStore {

    private static final int DIGEST = 40;

    private final RedisServer server;

    private static final String DELETE_EACH =
            "for _, key in ipairs(redis.call('KEYS', '*')) do redis.call('DEL', key) end return 1";

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
    public Supplier<String> deletion() {
        return () -> {
            server.command("EVAL", DELETE_EACH, "0");
            return "all keys deleted";
        };
    }

    @Override
    public String loseAll() {
        server.command("FLUSHALL");
        return "FLUSHALL";
    }

    /** Names of commands, and the digests of scripts if only some are meant. */
    @Override
    Predicate<Message> granting(String grants) {
        List<String> words = List.of(grants.split(" ", -1));
        List<String> scripts =
                words.stream().filter(word -> word.length() == DIGEST).toList();
        Predicate<Message> command = Message.named(words.toArray(String[]::new));
        return scripts.isEmpty()
                ? command
                : command.and(request -> scripts.contains(request.arguments().get(0)));
    }
}
