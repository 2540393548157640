// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.testbed.server.RedisServer;
import java.util.List;
import java.util.function.Predicate;

/** Looks at every key of a server of our own. */
final class Keys {

    private static final String END = "0";
    private static final String BATCH = "5000";

    private Keys() {}

    static long count(RedisServer server, Predicate<String> wanted) {
        long count = 0;
        String cursor = END;
        do {
            List<String> reply =
                    List.of(server.command("SCAN", cursor, "COUNT", BATCH).split("\n", -1));
            cursor = reply.get(0);
            count += reply.stream()
                    .skip(1)
                    .filter(key -> !key.isEmpty())
                    .filter(wanted)
                    .count();
        } while (!cursor.equals(END));
        return count;
    }
}
