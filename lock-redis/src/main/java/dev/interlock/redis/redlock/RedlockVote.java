// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import dev.interlock.LockUnavailableException;

/** What one server said to an attempt. */
sealed interface RedlockVote {

    /** Its key is the attempt's. */
    record Granted(long token) implements RedlockVote {}

    /**
     * Its key is another attempt's.
     *
     * @param holder the beginning of that one's id, enough to tell holders apart
     * @param remainingMillis what is left of that one's lease there, negative if it has no end
     */
    record Held(String holder, long remainingMillis) implements RedlockVote {}

    /** The request was surely not executed. */
    record Refused(LockUnavailableException cause, boolean retryable) implements RedlockVote {}

    /** It did not answer: the request may have been executed, or may still be. */
    record Silent(Exception cause) implements RedlockVote {}
}
