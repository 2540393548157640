// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.error;

import dev.interlock.redis.options.AcknowledgedWrites;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** The server executed the request, but fewer replicas than wanted confirmed it. */
public final class NotAcknowledgedException extends JedisException {

    private static final long serialVersionUID = 1L;

    public NotAcknowledgedException(long have, AcknowledgedWrites wanted, long millis) {
        super("only " + have + " of at least " + wanted.minReplicas() + " replicas confirmed it within " + millis
                + " ms");
    }

    /** The server does not let this user ask. */
    public NotAcknowledgedException(JedisDataException refusal) {
        super("WAIT was refused (" + refusal.getMessage() + "), for which a user needs +wait", refusal);
    }
}
