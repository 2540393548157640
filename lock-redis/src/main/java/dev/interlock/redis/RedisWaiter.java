// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

/** A waiter for a lock. Its calls come from threads that many waiters share, and return at once. */
interface RedisWaiter {

    /** There is a reason to look again. */
    void wake();
}
