// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.waiting;

/** A waiter for a lock. Its calls come from threads that many waiters share, and return at once. */
public interface RedisWaiter {

    /** Makes the waiter look again. */
    void wake();

    /** A message on the waiter's channel: makes it look again, unless the message is for others. */
    default void heard(String message) {
        wake();
    }
}
