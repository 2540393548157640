// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories;

import static dev.interlock.histories.ObservedStep.micros;

import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.Phase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** An attempt to hold a lock, with all that its process did for it. Immutable. */
final class ObservedAttempt {

    private final String process;
    private final List<ObservedRequest> requests;
    private final List<ObservedRequest> grants;

    /** An attempt of a process, with its requests in their order. */
    ObservedAttempt(String process, List<ObservedRequest> requests) {
        this.process = process;
        this.requests = List.copyOf(requests);
        this.grants = requests.stream()
                .filter(request -> request.is(Action.ACQUIRE, Phase.OK))
                .toList();
    }

    String process() {
        return process;
    }

    boolean isGranted() {
        return !grants.isEmpty();
    }

    /** Whether a request to acquire has no answer: it may be executed at any time, and grant the lock once more. */
    boolean isUnclear() {
        return requests.stream().anyMatch(request -> request.is(Action.ACQUIRE, Phase.INFO));
    }

    /** The first token of its grant. */
    long token() {
        return grants.get(0).token();
    }

    /** The last token of its grant. */
    long lastToken() {
        return token() + grants.get(0).tokens() - 1;
    }

    boolean owns(ObservedBelief belief) {
        return belief.process().equals(process) && grants.stream().anyMatch(grant -> grant.got(belief.token()));
    }

    /**
     * What it did, was told and believed, in order of time.
     *
     * @param number of its token, counted from 1
     * @param beliefs its own
     * @param death when its connection ends with its process; {@link Long#MAX_VALUE} if it does not
     */
    List<ObservedStep> steps(long number, List<ObservedBelief> beliefs, long death) {
        // A hand-off gives the grant to another hold, with a token of its own.
        long holds = Math.max(
                1, beliefs.stream().map(ObservedBelief::token).distinct().count());
        List<ObservedStep> steps = new ArrayList<>();
        boolean asked = false;
        boolean freed = false;
        for (ObservedRequest request : requests) {
            if (request.is(Action.ACQUIRE, Phase.OK)) {
                steps.add(
                        asked
                                ? request.sending("asks again", micros(request.lease()))
                                : request.sending("asks", micros(request.lease()), holds));
                steps.add(request.answer("hears grant", micros(request.sent()), micros(request.lease()), number));
                asked = true;
            } else if (request.action() == Action.RENEW) {
                addRenewal(request, steps);
            } else if (request.action() == Action.RELEASE) {
                addRelease(request, freed, steps);
                freed = freed || request.outcome() == Phase.INFO;
            }
        }
        beliefs.forEach(belief -> belief.addSteps(requests, steps));
        if (death != Long.MAX_VALUE && !isOver()) {
            steps.add(ObservedStep.of(death, "dies"));
        }
        // Stable: what was believed at the moment of an answer was believed because of it.
        steps.sort(Comparator.comparingLong(ObservedStep::nanos));
        return steps;
    }

    /** Whether it asked for a release, after all its requests to acquire. */
    boolean isOver() {
        boolean over = false;
        for (ObservedRequest request : requests) {
            over = request.action() == Action.RELEASE || (over && request.action() != Action.ACQUIRE);
        }
        return over;
    }

    private static void addRenewal(ObservedRequest request, List<ObservedStep> steps) {
        long lease = micros(request.lease());
        if (request.outcome() == Phase.INFO) {
            steps.add(request.sending("may renew", lease));
            return;
        }
        steps.add(request.sending("renews", lease));
        steps.add(request.answer(
                request.outcome() == Phase.OK ? "hears renewed" : "hears not owner", micros(request.sent()), lease));
    }

    /** A release that finds nothing shows nothing if one before it has no answer: that one may have freed the lock. */
    private static void addRelease(ObservedRequest request, boolean mayBeFree, List<ObservedStep> steps) {
        boolean released = request.outcome() == Phase.OK;
        boolean heard = released || (request.outcome() == Phase.FAIL && !mayBeFree);
        steps.add(request.sending(heard ? "releases" : "may release"));
        if (heard) {
            steps.add(request.answer(released ? "hears released" : "hears not released"));
        }
    }
}
