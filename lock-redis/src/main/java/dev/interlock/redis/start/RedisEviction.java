// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.start;

import java.util.Map;

/** What a server that runs out of memory does to locks, according to its INFO. */
enum RedisEviction {
    /** It refuses to write, and keeps what it has. */
    NOTHING,
    /** It takes keys that have a time to live, held locks among them. */
    WHAT_EXPIRES,
    /** It takes any key. */
    ANYTHING;

    /** The setting in INFO. */
    static final String POLICY = "maxmemory_policy";

    /**
     * Reads INFO. Without a limit on memory the server evicts nothing, under any policy. An unknown policy counts as
     * dangerous.
     */
    static RedisEviction of(Map<String, String> info) {
        String policy = info.getOrDefault(POLICY, "noeviction");
        if (policy.equals("noeviction") || info.getOrDefault("maxmemory", "0").equals("0")) {
            return NOTHING;
        }
        return policy.startsWith("allkeys-") ? ANYTHING : WHAT_EXPIRES;
    }
}
