// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.guard;

import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.ReadingClaim;
import dev.interlock.tck.guard.GuardedStore;
import java.util.List;
import redis.clients.jedis.UnifiedJedis;

/**
 * A number under a key of its own.
 *
 * @param guard the guard on trial
 * @param jedis stays open
 * @param key of the number
 */
public record RedisGuardedStore(RedisFencingGuard guard, UnifiedJedis jedis, String key) implements GuardedStore {

    @Override
    public void claim(FencingClaim claim) {
        guard.claim(claim);
    }

    @Override
    public long claimAndRead(FencingClaim claim) {
        Object found = guard.eval(claim, "return redis.call('GET', KEYS[1]) or '0'", List.of(key), List.of());
        return Long.parseLong(String.valueOf(found));
    }

    @Override
    public void claimAndWrite(FencingClaim claim, long value, Runnable pause) {
        pause.run();
        guard.set(claim, key, Long.toString(value));
    }

    @Override
    public void claimAndWrite(ReadingClaim claim, long value) {
        guard.set(claim, key, Long.toString(value));
    }

    @Override
    public long read() {
        String found = jedis.get(key);
        return found == null ? 0 : Long.parseLong(found);
    }

    @Override
    public void write(long value) {
        jedis.set(key, Long.toString(value));
    }

    /** A script does not wait. */
    @Override
    public boolean isBlocked(Thread thread) {
        return false;
    }
}
