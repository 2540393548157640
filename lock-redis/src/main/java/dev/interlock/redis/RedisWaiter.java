// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

/** Who waits on a channel for a lock to become free. Its calls come from the subscription's thread and return at once. */
interface RedisWaiter {

    /** There is a reason to look again. */
    void wake();
}
