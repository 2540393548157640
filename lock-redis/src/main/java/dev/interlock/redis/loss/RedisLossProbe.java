// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.loss;

import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.connection.TrackedKeys;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.redis.request.RedisRequestTracker;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Tests at the start whether the server tells that a lock is gone, and whether this user may have it told. */
public final class RedisLossProbe {

    private final RedisConnections connections;
    private final RedisErrors errors;

    public RedisLossProbe(RedisConnections connections, RedisErrors errors) {
        this.connections = connections;
        this.errors = errors;
    }

    /** Does once what the watch does. */
    public boolean run(String prefix) {
        try (TrackedKeys keys = connections.trackKeys()) {
            if (keys == null) {
                return false;
            }
            keys.read(RedisKeys.reserved(prefix, "probe").lockBytes());
            keys.tryToListen();
            return true;
        } catch (JedisDataException e) {
            errors.warn("a holder whose lock is deleted learns that at its next renewal, since this user may not have"
                    + " changes told (" + errors.sanitized(e).getMessage() + "); grant: " + errors.rights());
            return false;
        } catch (JedisException e) {
            throw errors.unavailable("locks cannot be kept", e, new RedisRequestTracker());
        }
    }
}
