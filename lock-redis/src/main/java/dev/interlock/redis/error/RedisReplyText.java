// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.error;

import dev.interlock.redis.request.RedisRequestTracker;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * What may be shown of an error reply. A server quotes what it was sent, cut and escaped as it likes, so nothing can be
 * found in its words to be masked: a reply that can be about a login is told by its code alone, and of one to a script
 * everything but the arguments.
 */
final class RedisReplyText {

    private static final Pattern CODE = Pattern.compile("[A-Z]{2,}\\b");

    /** {@code ERR unknown command 'EVAL', with args beginning with: ...}. */
    private static final Pattern ARGUMENTS = Pattern.compile(",? with args\\b.*", Pattern.DOTALL);

    private static final Pattern ATTEMPT_ID = Pattern.compile("\\b[0-9a-f]{32}\\b");

    private RedisReplyText() {}

    /** The message of an exception of the driver, which is a reply if the driver says so or if it starts as one. */
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
