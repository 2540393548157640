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
    private int lateLosses;
    private boolean lasts;
    private @Nullable ReleaseResult result;

    Hold(LockHandle handle) {
        this.handle = handle;
        handle.onLost(loss -> losses++, Runnable::run);
    }

    /** It is renewed, and its lease outlasts what may go wrong with one request. */
    void lasts() {
        lasts = true;
    }

    boolean isLostThoughItLasts() {
        return lasts && handle.state() == HandleState.LOST;
    }

    /** Somebody wants to know of its loss afterwards. */
    void askLate() {
        handle.onLost(loss -> lateLosses++, Runnable::run);
    }

    void released(ReleaseResult how) {
        result = how;
    }

    @Override
    public String toString() {
        return "the hold of '" + handle.lockName() + "' with token " + handle.fencingToken();
    }

    /** What is wrong with its end, once its client is closed and all is told; empty if nothing is. */
    String wrong() {
        HandleState state = handle.state();
        String what = toString();
        if (state == HandleState.HELD || state == HandleState.UNCERTAIN) {
            return what + " is " + state + " though its client is closed";
        }
        int due = state == HandleState.LOST ? 1 : 0;
        if (losses != due || lateLosses != due) {
            return what + " is " + state + ", and its loss was told " + losses + " times, and " + lateLosses
                    + " times to those who asked later";
        }
        return result == ReleaseResult.RELEASED && state != HandleState.RELEASED
                ? what + " is " + state + " though its release was confirmed"
                : "";
    }
}
