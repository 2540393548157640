// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.error;

import dev.interlock.redis.request.RedisRequestTracker;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * The part of an error reply that may be shown. A server quotes what it was sent, cut and escaped in ways that cannot
 * be masked. So a reply that may concern a login is reduced to its code, and a reply to a script loses its arguments.
 */
final class RedisReplyText {

    private static final Pattern CODE = Pattern.compile("[A-Z]{2,}\\b");

    /** {@code ERR unknown command 'EVAL', with args beginning with: ...}. */
    private static final Pattern ARGUMENTS = Pattern.compile(",? with args\\b.*", Pattern.DOTALL);

    private static final Pattern ATTEMPT_ID = Pattern.compile("\\b[0-9a-f]{32}\\b");

    private RedisReplyText() {}

    /**
     * The message of an exception of the driver. It is a reply if the driver marks it as one, or if it starts as one.
     */
    static String of(Throwable thrown, String message, RedisRequestTracker tracker) {
        Matcher code = CODE.matcher(message);
        boolean coded = code.lookingAt();
        if (!coded && !(thrown instanceof JedisDataException)) {
            return message;
        }
        if (tracker.neverSent()) {
            return coded ? code.group() + " …" : "…";
        }
        return ATTEMPT_ID.matcher(ARGUMENTS.matcher(message).replaceFirst(" …")).replaceAll("***");
    }
}
