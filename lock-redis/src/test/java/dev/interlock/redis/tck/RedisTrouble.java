// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.testbed.server.RedisServer;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/** An operator takes the rights to write from a user of its own, which no other backend is. */
final class RedisTrouble implements StoreTrouble {

    private final RedisServer server;
    private final Function<String, LockBackend> opener;
    private final String user = "tck-" + UUID.randomUUID();

    /**
     * The trouble of a user, who has all rights at first.
     *
     * @param opener makes a backend for a uri without options
     */
    RedisTrouble(RedisServer server, Function<String, LockBackend> opener) {
        this.server = server;
        this.opener = opener;
        rights("reset", "on", ">" + user, "allkeys", "allchannels", "allcommands");
    }

    private void rights(String... rules) {
        server.command(Stream.concat(Stream.of("ACL", "SETUSER", user), Stream.of(rules))
                .toArray(String[]::new));
    }

    @Override
    public String description() {
        return "its user may not write";
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(server.uri().replace("//", "//" + user + ":" + user + "@"));
    }

    @Override
    public void begin(Set<String> names) {
        rights("-@write");
    }

    @Override
    public void end() {
        rights("+@write");
    }

    @Override
    public void close() {
        server.command("ACL", "DELUSER", user);
    }
}
