// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.report.benchmark.RequestCounter;
import dev.interlock.testbed.server.RedisServer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The counter of commands in Redis, by {@code INFO commandstats}. The server counts the commands of scripts like those
 * of clients; the names of the commands distinguish them.
 */
final class RedisRequestCounter {

    /** Commands that our scripts use and our clients never send by themselves. */
    private static final Set<String> INSIDE_SCRIPTS = Set.of(
            "get",
            "set",
            "del",
            "pexpire",
            "pttl",
            "time",
            "publish",
            "exists",
            "zadd",
            "zcard",
            "zrange",
            "zrem",
            "zscore",
            "pubsub",
            "pubsub|numsub");

    /**
     * Commands that read the counter, and those by which pools check idle connections every 30 s, independent of locks.
     */
    private static final Set<String> BESIDE_THE_LOCKS = Set.of("info", "ping");

    private RedisRequestCounter() {}

    static RequestCounter of(RedisServer server) {
        return new RequestCounter(
                "commands",
                "INFO commandstats, without the pools' pings of idle connections",
                () -> counts(server),
                INSIDE_SCRIPTS::contains);
    }

    /**
     * For clients that send only scripts, and WAIT to check replicas; all other commands count as inside of scripts.
     */
    static RequestCounter ofScripts(RedisServer server) {
        return ofScripts(List.of(server));
    }

    /** The same for several servers, added up. */
    static RequestCounter ofScripts(List<RedisServer> servers) {
        return new RequestCounter(
                "commands",
                "INFO commandstats",
                () -> counts(servers),
                command -> !command.startsWith("eval") && !command.equals("wait"));
    }

    private static Map<String, Long> counts(List<RedisServer> servers) {
        Map<String, Long> sum = new TreeMap<>();
        servers.forEach(server -> counts(server).forEach((command, count) -> sum.merge(command, count, Long::sum)));
        return sum;
    }

    private static Map<String, Long> counts(RedisServer server) {
        Map<String, Long> counts = new TreeMap<>(server.commandCalls());
        counts.keySet().removeAll(BESIDE_THE_LOCKS);
        return counts;
    }
}
