// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.operator;

import dev.interlock.HeldLock;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.tck.rules.LinkRuleTest;
import java.util.List;

/** A rule about the steps for an operator. It is not exercised if the backend has none, or refuses the step. */
public abstract class OperatorRuleTest extends LinkRuleTest {

    /** A new independent backend that does not refuse a free, started. */
    final LockBackend freeing() {
        LockBackend backend = backend();
        if (steps(backend).free(new LockName(name()), 1) instanceof FreeOutcome.Refused refused) {
            throw notExercised(
                    "the backend refuses to free a lock: " + refused.cause().getMessage());
        }
        return backend;
    }

    /** A new independent backend that does not refuse a list, started. */
    final LockBackend listing() {
        LockBackend backend = backend();
        try {
            List<HeldLock> none = steps(backend).list(name(), 1);
            require(none.isEmpty(), "a list of locks that were never acquired has {}", none);
        } catch (LockUnavailableException e) {
            throw notExercised("the backend refuses to list locks: " + e.getMessage());
        }
        return backend;
    }

    final OperatorSteps steps(LockBackend started) {
        return started.operator().orElseThrow(() -> notExercised("the backend has no steps for an operator"));
    }

    /** Frees a lock whose holder has the token. */
    final void requireFreed(OperatorSteps operator, String name, long token) {
        FreeOutcome outcome = operator.free(new LockName(name), token);
        require(
                outcome instanceof FreeOutcome.Freed,
                "'{}' is held with token {}, and a free with that token ended as {}",
                name,
                token,
                outcome);
    }

    /** Whether the store has the lock for this grant, as a backend sees it. */
    static boolean isHeld(LockBackend other, Grant grant) {
        return other.inspect(grant.attempt().name())
                .filter(holder -> holder.fencingToken() == grant.token())
                .isPresent();
    }
}
