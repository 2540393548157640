// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import org.jspecify.annotations.Nullable;

/** A hold that somebody was given, and what was told of its end. */
final class Hold {

    private final LockHandle handle;
    private int losses;
    private @Nullable ReleaseResult result;

    Hold(LockHandle handle) {
        this.handle = handle;
        handle.onLost(loss -> losses++, Runnable::run);
    }

    void released(ReleaseResult how) {
        result = how;
    }

    /** What is wrong with its end, once its client is closed and all is told; empty if nothing is. */
    String wrong() {
        HandleState state = handle.state();
        String what = "the hold of '" + handle.lockName() + "' with token " + handle.fencingToken();
        if (state == HandleState.HELD || state == HandleState.UNCERTAIN) {
            return what + " is " + state + " though its client is closed";
        }
        if (losses != (state == HandleState.LOST ? 1 : 0)) {
            return what + " is " + state + ", and its loss was told " + losses + " times";
        }
        return result == ReleaseResult.RELEASED && state != HandleState.RELEASED
                ? what + " is " + state + " though its release was confirmed"
                : "";
    }
}
