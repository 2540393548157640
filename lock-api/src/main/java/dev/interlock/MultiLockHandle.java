// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.Map;

/** One hold of a set of locks. Thread-safe. */
public non-sealed interface MultiLockHandle extends LockHold {

    /**
     * The fencing token of each lock. Tokens of different names do not compare, so send each resource the token of its
     * own lock.
     *
     * @return the tokens by name, in the order of {@link MultiLock#names}; unmodifiable
     */
    Map<String, Long> fencingTokens();

    /**
     * The fencing token of one lock.
     *
     * @param lockName one of the names of the set
     * @return the token, as in {@link LockHandle#fencingToken}
     * @throws IllegalArgumentException if the name is not in the set
     */
    long fencingToken(String lockName);
}
