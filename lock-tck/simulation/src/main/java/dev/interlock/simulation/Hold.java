// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.AttemptId;
import dev.interlock.tck.history.LockPart;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A hold of a caller, and the reports of its end. */
final class Hold {

    /** Longer than a renewal takes without faults. */
    private static final long RENEWED_NANOS = 100_000_000;

    private final LockHandle handle;
    private final LockPart part;
    private final Proofs grants;
    private @Nullable LossCause cause;
    private @Nullable Belief belief;
    private int losses;
    private int lateLosses;
    private long uncertainSince = SimulatedThread.NEVER;
    private boolean lasts;
    private @Nullable ReleaseResult result;
    private boolean confirmed;

    /**
     * A hold, from its handle on.
     *
     * @param grants the grants of the store to its client
     */
    Hold(LockHandle handle, Proofs grants) {
        this.handle = handle;
        part = LockPart.of(handle.lockName());
        this.grants = grants;
        handle.onLost(this::lose, Runnable::run);
    }

    private void lose(LockLost loss) {
        losses++;
        cause = loss.cause();
    }

    /** What it holds. */
    LockPart part() {
        return part;
    }

    LockHandle handle() {
        return handle;
    }

    /** Whether checks have found it uncertain for longer than a renewal takes. */
    boolean staysUncertain(HandleState seen, long now) {
        if (seen != HandleState.UNCERTAIN) {
            uncertainSince = SimulatedThread.NEVER;
            return false;
        }
        uncertainSince = Math.min(uncertainSince, now);
        return now - uncertainSince > RENEWED_NANOS;
    }

    /**
     * Whether its release was reported as confirmed by the store, and was no hand-off to another caller of the client.
     */
    boolean isConfirmed() {
        return confirmed;
    }

    HandleState state() {
        return handle.state();
    }

    /** Whether it came from a grant to that attempt. */
    boolean isOf(AttemptId id) {
        return grants.of(part, handle.fencingToken())
                .filter(proof -> proof.attempt().id().equals(id))
                .isPresent();
    }

    /** Sets the belief of its holder. */
    void believed(Belief what) {
        belief = what;
    }

    /** The belief of its holder, if the hold ended by its own clock and a lock delay follows. */
    Optional<Belief> closing() {
        boolean byItsClock = cause == LossCause.EXPIRED || cause == LossCause.MAX_HOLD;
        return Optional.ofNullable(belief).filter(what -> byItsClock && what.delayNanos() > 0 && what.hasBegun());
    }

    /** Marks a hold that is renewed and whose lease outlasts a fault of one request. */
    void lasts() {
        lasts = true;
    }

    boolean isLostThoughItLasts() {
        return lasts && handle.state() == HandleState.LOST && cause != LossCause.CLIENT_CLOSED;
    }

    /** Adds a listener to its loss afterwards. */
    void askLate() {
        handle.onLost(loss -> lateLosses++, Runnable::run);
    }

    /** Its holder released it, with this result. */
    void released(ReleaseResult how, SimulatedNetwork network) {
        result = how;
        confirmed = how == ReleaseResult.RELEASED
                && grants.of(part, handle.fencingToken())
                        .filter(proof -> network.reports().isAskedBack(proof.attempt()))
                        .isPresent();
    }

    @Override
    public String toString() {
        return "the hold of '" + handle.lockName() + "' with token " + handle.fencingToken();
    }

    /** What is wrong with its end, once its client is closed and every end is reported; empty if nothing is. */
    String wrong() {
        HandleState state = handle.state();
        String what = toString();
        if (state == HandleState.HELD || state == HandleState.UNCERTAIN) {
            return what + " is " + state + " though its client is closed";
        }
        int due = state == HandleState.LOST ? 1 : 0;
        if (losses != due || lateLosses != due) {
            return what + " is " + state + ", and its loss was reported " + losses + " times, and " + lateLosses
                    + " times to consumers that were registered later";
        }
        return result == ReleaseResult.RELEASED && state != HandleState.RELEASED
                ? what + " is " + state + " though its release was confirmed"
                : "";
    }
}
