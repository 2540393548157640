// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.request;

import dev.interlock.spi.Attempt;

/**
 * An attempt in the queue of a lock in Redis.
 *
 * @param keys those of the lock
 * @param id the text of the attempt's id
 */
public record QueuedAttempt(RedisKeys keys, String id) {

    public QueuedAttempt(RedisKeys keys, Attempt attempt) {
        this(keys, attempt.id().text());
    }
}
