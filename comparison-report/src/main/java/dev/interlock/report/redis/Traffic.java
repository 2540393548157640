// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.report.data.Numbers;
import dev.interlock.tck.server.RedisServer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How often each command was executed between two looks at {@code INFO commandstats}. The server counts what scripts do like
 * what clients send; by name they are told apart.
 *
 * @param calls by command
 */
record Traffic(Map<String, Long> calls) {

    /** Commands that our scripts use and our clients never send by themselves. */
    private static final Set<String> INSIDE_SCRIPTS =
            Set.of("get", "set", "del", "pexpire", "pttl", "time", "publish", "exists");

    /** How we look, and how pools check idle connections every 30 s, whatever the locks do. */
    private static final Set<String> BESIDE_THE_LOCKS = Set.of("info", "ping");

    /** What happened since an earlier look. */
    static Traffic since(Map<String, Long> earlier, RedisServer server) {
        Map<String, Long> calls = new TreeMap<>();
        server.commandCalls().forEach((command, count) -> {
            long more = count - earlier.getOrDefault(command, 0L);
            if (more > 0 && !BESIDE_THE_LOCKS.contains(command)) {
                calls.put(command, more);
            }
        });
        return new Traffic(calls);
    }

    /** Several differences in one. */
    static Traffic sum(List<Traffic> several) {
        Map<String, Long> calls = new TreeMap<>();
        several.forEach(one -> one.calls.forEach((command, count) -> calls.merge(command, count, Long::sum)));
        return new Traffic(calls);
    }

    /** What clients sent. */
    long fromClients() {
        return sum(false);
    }

    /** What scripts did. */
    long insideScripts() {
        return sum(true);
    }

    private long sum(boolean inside) {
        return calls.entrySet().stream()
                .filter(call -> INSIDE_SCRIPTS.contains(call.getKey()) == inside)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** The commands by name, per so many operations. */
    String words(boolean inside, int operations) {
        return calls.entrySet().stream()
                .filter(call -> INSIDE_SCRIPTS.contains(call.getKey()) == inside)
                .map(call -> call.getKey() + " " + Numbers.of((double) call.getValue() / operations))
                .collect(Collectors.joining(", "));
    }
}
