// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.MultiLockHandle;
import dev.interlock.ReleaseResult;
import java.util.Map;
import java.util.stream.Collectors;

/** What one call of a method holds: one lock, or several of which each is needed. Thread-safe. */
sealed interface LockHold {

    /** The names and their tokens. */
    Map<String, Long> tokens();

    /** The state of the weakest. */
    HandleState state();

    /** Gives all of it back. */
    ReleaseResult release();

    /** As {@link #release}; the result reaches the client's listeners only. */
    void close();

    /** One lock. */
    record OfOne(LockHandle handle) implements LockHold {

        @Override
        public Map<String, Long> tokens() {
            return Map.of(handle.lockName(), handle.fencingToken());
        }

        @Override
        public HandleState state() {
            return handle.state();
        }

        @Override
        public ReleaseResult release() {
            return handle.release();
        }

        @Override
        public void close() {
            handle.close();
        }
    }

    /** Several locks. */
    record OfSeveral(MultiLockHandle handle) implements LockHold {

        @Override
        public Map<String, Long> tokens() {
            return handle.fencingTokens();
        }

        @Override
        public HandleState state() {
            return handle.state();
        }

        @Override
        public ReleaseResult release() {
            return handle.release();
        }

        @Override
        public void close() {
            handle.close();
        }
    }

    /** What the caller of a method is told whose lock was lost. */
    default LockLostException lostBeforeTheEndOf(LockedMethod method) {
        return new LockLostException(
                LockNames.quoted(tokens().keySet()) + " was lost before " + method.text()
                        + " ended: others may have been inside (token "
                        + tokens().values().stream().map(String::valueOf).collect(Collectors.joining(", "))
                        + "); do not rely on what it did, let the resource check the token, and raise lease or maxHold"
                        + " if the work takes longer",
                HandleState.LOST);
    }
}
