// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import dev.interlock.LockClock;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisRequestTracker;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.Protocol.Command;

/**
 * The connections to Redis: our own, or those of the application's client. Made without I/O. Thread-safe.
 *
 * <p>This is where drivers differ, so nothing is used here but what every Jedis from {@link JedisVersion#OLDEST} on has
 * under the same signature: its clients come and go from one major version to the next, what they are made of stays.
 */
public sealed interface RedisConnections extends AutoCloseable
        permits OwnConnections, ClusterConnections, BorrowedConnections {

    /**
     * Makes them usable: asks for the address where others tell it. By the client's clock steps on connections of our own
     * are bounded.
     *
     * @throws dev.interlock.LockUnavailableException if nobody tells it
     * @throws redis.clients.jedis.exceptions.JedisException likewise
     */
    void open(LockClock clock);

    /** Runs a script by its digest or its text, in one round trip, as the command says. */
    @Nullable
    Object eval(Command command, byte[] script, RedisCall call, RedisRequestTracker tracker);

    /** Asks for any answer. */
    void ping();

    /** What each server that keeps locks tells about itself. */
    List<ServerInfo> info();

    /** Whether each step finds the node that serves its slot in a cluster; of the application's client it is assumed. */
    boolean followsSlots();

    /** Whether the server, if it answers, does so without a login; of the application's client nobody knows. */
    boolean needsNoLogin();

    /** The ACL rules that a user needs for these connections besides those for the steps, to be appended to them. */
    String furtherRights();

    /** Subscribes, and returns when no channel is left or throws when the connection breaks. */
    void subscribe(JedisPubSub listener, String... channels);

    /** Breaks the subscription's connection, if it is ours and leads to where nothing is told any more. Without I/O. */
    void follow();

    /** Breaks the subscription's connection, if it is ours. */
    void cut();

    /** Lets go of connections to a server that is no longer the primary, that of the subscription too, if they are ours. */
    void refresh();

    @Override
    void close();
}
