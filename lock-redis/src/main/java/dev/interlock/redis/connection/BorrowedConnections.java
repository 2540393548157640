// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import dev.interlock.LockClock;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisRequestTracker;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.ScanIteration;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;

/** The connections of the application's client, which is never closed and decides itself how many there are. */
public final class BorrowedConnections implements RedisConnections {

    private final UnifiedJedis client;
    private volatile boolean wantsItsOwnArguments;

    public BorrowedConnections(UnifiedJedis client) {
        this.client = client;
    }

    @Override
    public void open(LockClock clock) {
        // Its socket time-out and its pool bound every step.
    }

    /**
     * An interrupt does not end the wait for a connection of the client's pool, since the step may serve several callers,
     * of which only one is interrupted.
     */
    @Override
    public @Nullable Object eval(Command command, byte[] script, RedisCall call, RedisRequestTracker tracker) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return evalOnce(command, script, call, tracker);
                } catch (JedisException e) {
                    if (!tracker.neverSent() || !RedisErrors.causedBy(e, InterruptedException.class)) {
                        throw e;
                    }
                    Thread.interrupted();
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private @Nullable Object evalOnce(Command command, byte[] script, RedisCall call, RedisRequestTracker tracker) {
        if (!wantsItsOwnArguments) {
            try {
                return client.executeCommand(call.arguments(command, script, tracker));
            } catch (ClassCastException e) {
                // Before version 8 a client of a cluster casts the arguments to a kind that only its own
                // sendCommand makes; it does so before it takes a connection.
                if (!tracker.neverSent()) {
                    throw e;
                }
                wantsItsOwnArguments = true;
            }
        }
        return send(command, script, call, tracker);
    }

    @SuppressWarnings("deprecation") // Reached in versions before 8 only, where nothing else takes a key.
    private @Nullable Object send(Command command, byte[] script, RedisCall call, RedisRequestTracker tracker) {
        return client.sendCommand(call.slotKey(), tracker.watch(command), call.behind(script));
    }

    @Override
    public void ping() {
        client.ping();
    }

    @Override
    public List<ServerInfo> info() {
        return List.of(ServerInfo.asked("", client::info));
    }

    /** The driver's own iteration knows the nodes of a cluster. It tracks no request. */
    @Override
    public void scan(String pattern, RedisRequestTracker tracker, Predicate<String> each) {
        ScanIteration keys = client.scanIteration(KeyScan.COUNT, pattern);
        boolean more = true;
        while (more && !keys.isIterationCompleted()) {
            more = keys.nextBatchList().stream().allMatch(each);
        }
    }

    @Override
    public boolean followsSlots() {
        return true;
    }

    @Override
    public String furtherRights() {
        return "";
    }

    @Override
    public boolean needsNoLogin() {
        return false;
    }

    @Override
    public void subscribe(JedisPubSub listener, String... channels) {
        client.subscribe(listener, channels);
    }

    @Override
    public @Nullable TrackedKeys trackKeys() {
        return null;
    }

    @Override
    public void follow() {
        // The client's owner decides what to do about a failover.
    }

    @Override
    public void cut() {
        // There is no way to reach the connection; the listener's thread ends when the client's owner closes it.
    }

    @Override
    public void refresh() {
        // The client's owner decides what to do about a failover.
    }

    @Override
    public void close() {
        // Not ours.
    }
}
