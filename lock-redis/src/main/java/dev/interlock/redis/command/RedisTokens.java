// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.command;

import dev.interlock.redis.options.RedisLockOptions;
import java.time.Duration;

/**
 * How long a lock's last fencing token is kept. It must outlive every lease, since while a lock is held its token key
 * is what keeps the next token greater when the server's clock is set back; {@link RedisLockOptions} says what
 * happens once it is gone.
 */
public final class RedisTokens {

    private RedisTokens() {}

    public static Duration timeToLive(Duration tokenTtl, Duration lease) {
        Duration least = lease.plus(lease);
        return tokenTtl.compareTo(least) >= 0 ? tokenTtl : least;
    }
}
