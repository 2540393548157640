// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import dev.interlock.LockClock;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisRequestTracker;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.Protocol.Command;

/**
 * The connections to Redis: our own, or those of the application's client. Made without I/O. Thread-safe.
 *
 * <p>Drivers differ here, so this package uses only what every Jedis from {@link JedisVersion#OLDEST} on has under the
 * same signature. The driver's clients come and go from one major version to the next; their parts stay.
 */
public sealed interface RedisConnections extends AutoCloseable
        permits OwnConnections, ClusterConnections, BorrowedConnections {

    /**
     * Makes them usable: asks for the address where Sentinels or a cluster name it. The client's clock bounds the steps
     * on connections of our own.
     *
     * @throws dev.interlock.LockUnavailableException if no server names it
     * @throws redis.clients.jedis.exceptions.JedisException likewise
     */
    void open(LockClock clock);

    /** Runs a script by its digest or its text, in one round trip, as the command says. */
    @Nullable
    Object eval(Command command, byte[] script, RedisCall call, RedisRequestTracker tracker);

    /** Asks for any answer. */
    void ping();

    /** The {@code INFO} of each server that keeps locks. */
    List<ServerInfo> info();

    /**
     * Shows the keys that fit a pattern, of each server that keeps locks, by several requests. A key that exists all the
     * time is shown, perhaps more than once.
     *
     * @param each returns false for enough
     */
    void scan(String pattern, RedisRequestTracker tracker, Predicate<String> each);

    /** Whether each step finds the node that serves its slot in a cluster; assumed of the application's client. */
    boolean followsSlots();

    /** Whether the server answers without a login. False for the application's client, where that is unknown. */
    boolean needsNoLogin();

    /** The ACL rules that a user needs for these connections besides those for the steps, to be appended to them. */
    String furtherRights();

    /** Subscribes, and returns when no channel is left or throws when the connection breaks. */
    void subscribe(JedisPubSub listener, String... channels);

    /**
     * Connections of their own on which changes of keys are noticed, to be closed by the caller; null if they are not
     * ours, or lead to several servers.
     */
    @Nullable
    TrackedKeys trackKeys();

    /** Breaks the subscription's connection if it is ours and its server publishes no longer. Without I/O. */
    void follow();

    /** Breaks the subscription's connection, if it is ours. */
    void cut();

    /**
     * Closes connections to a server that is no longer the primary, also that of the subscription, if they are ours.
     */
    void refresh();

    @Override
    void close();
}
