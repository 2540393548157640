// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import dev.interlock.redis.error.NotAcknowledgedException;
import dev.interlock.redis.options.AcknowledgedWrites;
import dev.interlock.redis.request.RedisCall;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Waits until enough replicas have what a step found or wrote. The server counts from where its log was after the
 * connection's last command, so a grant counts too that an earlier request made on another connection
 * ({@code AcknowledgedWritesIT}). Immutable.
 */
record ReplicaWait(AcknowledgedWrites wanted) {

    /**
     * Returns the reply, once enough replicas have what it confirms.
     *
     * @param connection that the command went out on
     * @throws NotAcknowledgedException if too few have it
     */
    @Nullable
    Object confirm(Connection connection, RedisCall call, @Nullable Object reply, StepLimit limit) {
        if (wanted.minReplicas() > 0 && call.grants(reply)) {
            // The answer must come before the step is over. Zero would mean for ever.
            long millis = Math.max(1, Math.min(wanted.timeout().toMillis(), limit.leftMillis() / 2));
            limit.apply(connection);
            long have = count(connection, millis);
            if (have < wanted.minReplicas()) {
                throw new NotAcknowledgedException(have, wanted, millis);
            }
        }
        return reply;
    }

    private long count(Connection connection, long millis) {
        try {
            Object count = connection.executeCommand(
                    new CommandArguments(Command.WAIT).add(wanted.minReplicas()).add(millis));
            return count instanceof Long replicas ? replicas : 0;
        } catch (JedisDataException e) {
            // The write before it is done: what a refusal of that would mean, this one does not.
            throw new NotAcknowledgedException(e);
        }
    }
}
