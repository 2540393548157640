// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories;

import static dev.interlock.histories.ObservedStep.micros;

import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.HistoryEvent;
import dev.interlock.tck.history.Operation;
import dev.interlock.tck.history.Phase;
import java.util.ArrayList;
import java.util.List;

/**
 * The belief of a process in a hold, as it looked at what remains of it: when it began, and after renewals. Immutable.
 *
 * @param process who believed
 * @param token of the hold
 * @param looks in their order
 * @param end when it ended by a release or a loss, since the start of the history; {@link Long#MAX_VALUE} if the history
 *     does not say
 */
record ObservedBelief(String process, long token, List<Look> looks, long end) {

    /** Microseconds are compared that were rounded. */
    private static final long ROUNDING_NANOS = 2_000;

    /**
     * A look at what remains.
     *
     * @param at before it, since the start of the history
     * @param left how long the belief was valid from the moment of the look
     */
    record Look(long at, long left) {}

    /** The belief that an operation of a history is, with the events of its notes. */
    static ObservedBelief of(Operation operation, List<HistoryEvent> notes, long start) {
        HistoryEvent invoked = operation.invoked();
        List<Look> looks = new ArrayList<>();
        looks.add(new Look(invoked.nanos() - start, invoked.promiseNanos()));
        notes.forEach(note -> looks.add(new Look(note.nanos() - start, note.promiseNanos())));
        HistoryEvent ended = operation.ended();
        return new ObservedBelief(
                invoked.process(),
                Long.parseLong(invoked.owner().substring(invoked.owner().lastIndexOf('/') + 1)),
                looks,
                ended == null ? Long.MAX_VALUE : ended.nanos() - start);
    }

    /** Adds what it shows to the steps of its attempt. */
    void addSteps(List<ObservedRequest> requests, List<ObservedStep> steps) {
        for (Look look : looks) {
            long at = momentOf(look, requests);
            steps.add(ObservedStep.of(at, "believes", micros(at + look.left())));
        }
        long until =
                looks.stream().mapToLong(look -> look.at() + look.left()).max().orElse(0);
        boolean mayBeLost =
                requests.stream().anyMatch(request -> request.is(Action.RENEW, Phase.FAIL) && request.answered() < end);
        if (end < until && !mayBeLost) {
            // It ended because its holder was about to release: until then it was there.
            steps.add(ObservedStep.of(end, "believes", micros(end)));
        }
    }

    /**
     * When the process looked: its thread may have stopped between the note of the time and the look, while a renewal was
     * confirmed.
     */
    private static long momentOf(Look look, List<ObservedRequest> requests) {
        return requests.stream()
                .filter(request -> request.is(Action.RENEW, Phase.OK) && request.answered() > look.at())
                .mapToLong(ObservedRequest::answered)
                .filter(later -> later + look.left() <= provenAt(later, requests))
                .filter(later -> look.at() + look.left() > provenAt(look.at(), requests))
                .findFirst()
                .orElse(look.at());
    }

    private static long provenAt(long at, List<ObservedRequest> requests) {
        return ROUNDING_NANOS
                + requests.stream()
                        .filter(request -> request.answered() <= at && request.token() > 0)
                        .mapToLong(ObservedRequest::provenUntil)
                        .max()
                        .orElse(0);
    }
}
