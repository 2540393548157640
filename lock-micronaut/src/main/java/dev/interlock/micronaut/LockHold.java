// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.MultiLockHandle;
import dev.interlock.ReleaseResult;
import java.util.Map;
import java.util.stream.Collectors;

/** The hold of one method call: one lock, or a set of locks that are all needed. Thread-safe. */
sealed interface LockHold {

    /** The tokens by name. */
    Map<String, Long> tokens();

    /** The state of the weakest lock. */
    HandleState state();

    /** Releases all locks. */
    ReleaseResult release();

    /** Releases all locks. Only the client's listeners receive the result. */
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

    /** A set of locks. */
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

    /** Creates the exception for a call whose lock was lost. */
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
