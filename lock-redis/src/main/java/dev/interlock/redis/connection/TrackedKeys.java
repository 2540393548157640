// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Two connections to one server: keys are read on one, and on the other the server tells once that a key which was read
 * has changed, expired, or was deleted or flushed (CLIENT TRACKING with REDIRECT, Redis 6). One thread may read and
 * another one listen.
 */
public final class TrackedKeys implements AutoCloseable {

    /** Where the server tells it; the message is a key, or null if all may have changed. */
    public static final String CHANNEL = "__redis__:invalidate";

    private final HostAndPort address;
    private final CuttableSocket socket;
    private final Connection listening;
    private final Connection reading;

    private TrackedKeys(HostAndPort address, CuttableSocket socket, Connection listening, Connection reading) {
        this.address = address;
        this.socket = socket;
        this.listening = listening;
        this.reading = reading;
    }

    /**
     * Opens both connections.
     *
     * @throws redis.clients.jedis.exceptions.JedisDataException if the server refuses, or cannot do it
     * @throws JedisException if it does not answer
     */
    static TrackedKeys open(HostAndPort address, JedisClientConfig config) {
        CuttableSocket socket = new CuttableSocket(address, config);
        Connection listening = new Connection(socket, config);
        try {
            Object id = listening.executeCommand(new CommandArguments(Command.CLIENT).add("ID"));
            return new TrackedKeys(address, socket, listening, reading(address, config, String.valueOf(id)));
        } catch (JedisException e) {
            listening.close();
            throw e;
        }
    }

    /** A connection whose reads the server tracks, for the connection with this id. */
    private static Connection reading(HostAndPort address, JedisClientConfig config, String listener) {
        Connection reading = new Connection(new DefaultJedisSocketFactory(address, config), config);
        try {
            reading.executeCommand(new CommandArguments(Command.CLIENT)
                    .add("TRACKING")
                    .add("ON")
                    .add("REDIRECT")
                    .add(listener));
            return reading;
        } catch (JedisException e) {
            reading.close();
            throw e;
        }
    }

    boolean isAt(HostAndPort other) {
        return address.equals(other);
    }

    /** Reads a key; null if there is none. The server tells of its next change from here on. */
    public byte @Nullable [] read(byte[] key) {
        return (byte[]) reading.executeCommand(new CommandArguments(Command.GET).add(key));
    }

    /** Listens until the connection breaks. */
    public void listen(JedisPubSub listener) {
        listener.proceed(listening, CHANNEL);
    }

    /** Subscribes once, to see whether this user may; nothing else can be done with it but to close it. */
    public void tryToListen() {
        listening.executeCommand(new CommandArguments(Command.SUBSCRIBE).add(CHANNEL));
    }

    /** Breaks the connection that listens. */
    public void cut() {
        socket.cut();
    }

    @Override
    public void close() {
        cut();
        listening.close();
        reading.close();
    }
}
