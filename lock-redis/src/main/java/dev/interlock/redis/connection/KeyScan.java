// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import dev.interlock.redis.request.RedisRequestTracker;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;

/** All keys of one server that fit a pattern, by {@code SCAN}. Each request looks at about a thousand keys. */
final class KeyScan {

    static final int COUNT = 1_000;

    private static final String BEGIN = "0";

    private KeyScan() {}

    /**
     * Asks until all keys are seen, or enough of them. A key that exists all the time is seen, perhaps more than once.
     *
     * @param server executes one command, within a time limit of its own
     * @param each returns false for enough
     * @return false if it was enough
     */
    static boolean run(
            String pattern,
            RedisRequestTracker tracker,
            Function<CommandArguments, @Nullable Object> server,
            Predicate<String> each) {
        String cursor = BEGIN;
        do {
            Object reply = server.apply(new CommandArguments(tracker.watch(Command.SCAN))
                    .add(cursor)
                    .add("MATCH")
                    .add(pattern)
                    .add("COUNT")
                    .add(COUNT));
            if (!(reply instanceof List<?> parts) || parts.size() != 2 || !(parts.get(1) instanceof List<?> keys)) {
                throw new JedisException("SCAN answered something else");
            }
            for (Object key : keys) {
                if (!each.test(text(key))) {
                    return false;
                }
            }
            cursor = text(parts.get(0));
        } while (!cursor.equals(BEGIN));
        return true;
    }

    private static String text(Object bytes) {
        return new String((byte[]) bytes, StandardCharsets.UTF_8);
    }
}
