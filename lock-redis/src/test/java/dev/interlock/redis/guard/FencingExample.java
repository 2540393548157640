// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.guard;

import dev.interlock.LockHandle;
import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingDomain;
import java.util.List;
import redis.clients.jedis.UnifiedJedis;

/** The example of docs/fencing.md for Redis: compiled and run here, compared with the text in lock-tck. */
abstract class FencingExample {

    abstract String changed(String found);

    void run(UnifiedJedis jedis, FencingDomain domain, LockHandle handle) {
        RedisFencingGuard guard = RedisFencingGuard.using(jedis);
        guard.validate(); // once: refuses allkeys-* eviction
        String key = "stock:" + RedisFencingGuard.tag("order:42");

        FencingClaim claim = domain.claim(handle);
        guard.eval(claim, "return redis.call('DECR', KEYS[1])", List.of(key), List.of()); // all in one script, or:

        guard.claim(claim); // before the first read
        String found = jedis.get(key);
        guard.setIfKept(claim, key, changed(found)); // refused if there was a newer claim, or the claim was lost
    }
}
