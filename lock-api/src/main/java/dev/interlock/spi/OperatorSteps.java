// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.HeldLock;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import java.util.List;

/**
 * The steps of a backend for an operator: list the held locks, free one of them. They concern exclusive locks only.
 * Thread-safe.
 */
public interface OperatorSteps {

    /**
     * Lists locks that are held. It may take several requests, each with the time limit of a step, and changes nothing. A
     * lock that is held all the time is listed, unless there are more than {@code atMost}.
     *
     * @param prefix the start of the names, possibly empty
     * @param atMost the largest number of locks to return, at least 1
     * @return the locks, each once, in any order
     * @throws LockUnavailableException if the store did not answer or lacks a right
     */
    List<HeldLock> list(String prefix, int atMost);

    /**
     * Frees a lock if its holder has this token, in one atomic action of the store. It wakes waiters as a release does.
     * The next token of the lock is greater. Idempotent: a repetition never frees the lock of a successor.
     *
     * @param name the lock
     * @param token the first token of the hold, as {@link LockBackend#inspect} returns it
     * @return the outcome
     */
    FreeOutcome free(LockName name, long token);

    /**
     * The steps of a store that cannot do them.
     *
     * @param reason the store, the reason, and the way out
     * @return steps that refuse with this reason
     */
    static OperatorSteps refusing(String reason) {
        return new RefusedOperatorSteps(reason);
    }
}
