// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.existing;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.NoServerException;
import dev.interlock.report.backend.RunningBackend;
import dev.interlock.spi.toolbox.SecretMask;
import dev.interlock.tck.Rule;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** A backend on the user's own server, where nothing is stopped, emptied or loaded. Immutable. */
public final class ExistingServer implements BackendUnderTest {

    /** These rules kill the store, move its clock, let another server take over, or empty it. */
    private static final Set<Rule> REFUSED = EnumSet.of(Rule.EXP_4, Rule.OBS_5, Rule.FAULT_1, Rule.FAULT_2, Rule.TOK_4);

    private final String name;
    private final Function<String, Room> room;

    private ExistingServer(String name, Function<String, Room> room) {
        this.name = name;
        this.room = room;
    }

    /**
     * A Redis server.
     *
     * @param uri {@code redis:} or {@code rediss:}, as for a client; secret
     * @param wallMicros the clock of this machine
     * @return the backend
     * @throws IllegalArgumentException if the uri is not understood; the message shows no secrets
     */
    public static BackendUnderTest redis(String uri, LongSupplier wallMicros) {
        RedisRoom.require(uri);
        return new ExistingServer("redis-yours", mark -> new RedisRoom(uri, mark, wallMicros));
    }

    /**
     * ZooKeeper servers.
     *
     * @param uri as for a client; secret
     * @return the backend
     * @throws IllegalArgumentException if the uri is not understood; the message shows no secrets
     */
    public static BackendUnderTest zookeeper(String uri) {
        ZookeeperRoom.require(uri);
        return new ExistingServer("zookeeper-yours", mark -> new ZookeeperRoom(uri, mark));
    }

    /**
     * A database.
     *
     * @param url as for a client in mode lease; secret
     * @param wallMicros the clock of this machine
     * @return the backend
     * @throws IllegalArgumentException if the url is not understood; the message shows no secrets
     */
    public static BackendUnderTest jdbc(String url, LongSupplier wallMicros) {
        SqlRoom.require(url);
        return new ExistingServer("jdbc-yours", mark -> new SqlRoom(url, mark, wallMicros));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Set<Rule> refused() {
        return REFUSED;
    }

    @Override
    public RunningBackend open() throws NoServerException {
        String mark = UUID.randomUUID().toString().substring(0, 8);
        try {
            return new RunningExisting(room.apply(mark));
        } catch (RuntimeException e) {
            throw new NoServerException(SecretMask.mask(String.valueOf(e.getMessage())));
        }
    }
}
