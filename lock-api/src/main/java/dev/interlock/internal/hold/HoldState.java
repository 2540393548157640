// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.HandleState;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The states of a hold, and every move between them. {@link Hold} is the only class that moves, under its guard; a move
 * that is not in this table does not happen.
 *
 * <pre>
 * state      | event     | next       | moved by                       | reported
 * -----------|-----------|------------|--------------------------------|----------------------------------------------
 * HELD       | DOUBT     | UNCERTAIN  | the backend, or the deadline   | Uncertain
 * HELD       | PROOF     | HELD       | a renewal                      | Renewed
 * HELD       | LOSS      | LOST       | deadline, renewal, backend,    | Lost, after it onLost
 *            |           |            | close                          |
 * HELD       | RELEASE   | ENDING     | the holder                     |
 * UNCERTAIN  | DOUBT     | UNCERTAIN  | the backend, or the deadline   |
 * UNCERTAIN  | PROOF     | HELD       | a renewal sent after the doubt | Renewed
 * UNCERTAIN  | LOSS      | LOST       | as from HELD                   | Lost, after it onLost
 * UNCERTAIN  | RELEASE   | ENDING     | the holder                     |
 * ENDING     | OFFER     | OFFERED    | the releasing thread           |
 * ENDING     | REPORT    | RELEASING  | the backend                    |
 * ENDING     | SEND      | RELEASING  | the releasing thread           |
 * ENDING     | ANSWER    | RELEASED   | the store, or the close        | Released or ReleaseFailed, then the result
 * OFFERED    | DECLINE   | RELEASING  | the releasing thread           |
 * OFFERED    | ACCEPT    | HANDED_OFF | the releasing thread, or the   | Released, then the result
 *            |           |            | waiter that accepts            |
 * OFFERED    | RETAIN    | RETAINED   | the releasing thread           | Released, then the result
 * RETAINED   | ACCEPT    | HANDED_OFF | a next caller                  |
 * RETAINED   | FREE      | RELEASED   | the client                     |
 * RELEASING  | ANSWER    | RELEASED   | the store, or the close        | Released or ReleaseFailed, then the result
 * </pre>
 *
 * <p>{@code LOST}, {@code HANDED_OFF} and {@code RELEASED} are final. An offer lasts until a waiter accepts it or none
 * does, so the close of the client does not end a hold that is {@code OFFERED}. From {@code OFFERED} on, reports of the
 * backend are about the hold that follows.
 */
enum HoldState {

    /** The lease is proven. */
    HELD(HandleState.HELD),

    /** The lease has not ended, but the backend or the clocks do not vouch for it. */
    UNCERTAIN(HandleState.UNCERTAIN),

    /** The hold ended without a release. */
    LOST(HandleState.LOST),

    /** The holder asked for the release; the store was not asked yet. */
    ENDING(HandleState.RELEASED),

    /** The grant is offered to the waiters of this client instead of being released at the store. */
    OFFERED(HandleState.RELEASED),

    /** The client has the grant for a next handle. */
    RETAINED(HandleState.RELEASED),

    /** Another handle of this client has the grant. */
    HANDED_OFF(HandleState.RELEASED),

    /** The store alone can say how the release ends. */
    RELEASING(HandleState.RELEASED),

    /** The release has a result. */
    RELEASED(HandleState.RELEASED);

    /** What can happen to a hold. */
    enum Event {
        /** The backend or the clocks do not vouch for the hold any more. */
        DOUBT,
        /** The store confirmed a renewal that was sent after the last doubt. */
        PROOF,
        /** The hold ends without a release. */
        LOSS,
        /** The holder asks for the release. */
        RELEASE,
        /** The grant is offered to the waiters of this client. */
        OFFER,
        /** No waiter accepts the offer. */
        DECLINE,
        /** A waiter accepts the offer, or a caller gets the retained lock. */
        ACCEPT,
        /** No waiter is there, and the client keeps the grant. */
        RETAIN,
        /** The client no longer keeps the grant. */
        FREE,
        /** The backend reports a loss or a doubt about the grant. */
        REPORT,
        /** The store is asked for the release. */
        SEND,
        /** The release has a result, whatever it is. */
        ANSWER
    }

    private static final Map<HoldState, Map<Event, HoldState>> MOVES = new EnumMap<>(HoldState.class);

    static {
        HELD.on(Event.DOUBT, UNCERTAIN)
                .on(Event.PROOF, HELD)
                .on(Event.LOSS, LOST)
                .on(Event.RELEASE, ENDING);
        UNCERTAIN
                .on(Event.DOUBT, UNCERTAIN)
                .on(Event.PROOF, HELD)
                .on(Event.LOSS, LOST)
                .on(Event.RELEASE, ENDING);
        ENDING.on(Event.OFFER, OFFERED)
                .on(Event.REPORT, RELEASING)
                .on(Event.SEND, RELEASING)
                .on(Event.ANSWER, RELEASED);
        OFFERED.on(Event.DECLINE, RELEASING).on(Event.ACCEPT, HANDED_OFF).on(Event.RETAIN, RETAINED);
        RETAINED.on(Event.ACCEPT, HANDED_OFF).on(Event.FREE, RELEASED);
        RELEASING.on(Event.ANSWER, RELEASED);
    }

    private final HandleState visible;

    HoldState(HandleState visible) {
        this.visible = visible;
    }

    private HoldState on(Event event, HoldState next) {
        MOVES.computeIfAbsent(this, state -> new EnumMap<>(Event.class)).put(event, next);
        return this;
    }

    /** The state after an event; null if the event does not move a hold in this state. */
    @Nullable
    HoldState after(Event event) {
        Map<Event, HoldState> moves = MOVES.get(this);
        return moves == null ? null : moves.get(event);
    }

    /** What a handle shows of this state. */
    HandleState visible() {
        return visible;
    }

    /** Whether the hold protects work: neither lost nor released. */
    boolean isHeld() {
        return this == HELD || this == UNCERTAIN;
    }
}
