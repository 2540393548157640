// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The longest time in which an owner may have had a lock.
 *
 * @param owner the owner
 * @param from the earliest grant
 * @param to the latest end
 */
record PossibleHold(String owner, long from, long to) {

    boolean meets(Operation operation) {
        return from <= operation.to() && to >= operation.from();
    }

    /**
     * Returns the possible holds of all owners of one lock.
     *
     * @param deaths when processes were killed: their requests were sent by then
     * @param slack how long a request may be on its way after its caller gave up, and how late the store may free a
     *     lease
     */
    static List<PossibleHold> all(List<Operation> operations, Map<String, Long> deaths, Duration slack) {
        Map<String, List<Operation>> owners = new LinkedHashMap<>();
        for (Operation operation : operations) {
            owners.computeIfAbsent(operation.owner(), owner -> new ArrayList<>())
                    .add(operation);
        }
        List<PossibleHold> possible = new ArrayList<>();
        owners.forEach((owner, own) -> {
            long from = own.stream()
                    .filter(operation -> operation.action() == Action.ACQUIRE && operation.outcome() != Phase.FAIL)
                    .mapToLong(Operation::from)
                    .min()
                    .orElse(Times.NEVER);
            if (from != Times.NEVER) {
                possible.add(new PossibleHold(owner, from, latestEnd(own, deaths, slack.toNanos())));
            }
        });
        return possible;
    }

    private static long latestEnd(List<Operation> own, Map<String, Long> deaths, long slackNanos) {
        long runsOut = Times.ALWAYS;
        long lastAcquire = Times.ALWAYS;
        for (Operation operation : own) {
            if (operation.action() != Action.RELEASE && operation.outcome() != Phase.FAIL) {
                long executed = operation.outcome() == Phase.OK
                        ? operation.to()
                        : Times.plus(gaveUp(operation, deaths), slackNanos);
                runsOut = Math.max(runsOut, Times.plus(Times.plus(executed, operation.promiseNanos()), slackNanos));
                lastAcquire =
                        operation.action() == Action.ACQUIRE ? Math.max(lastAcquire, operation.to()) : lastAcquire;
            }
        }
        for (Operation operation : own) {
            // After a release only an acquire can make a hold: a repeated one, or one that was still on its way.
            if (operation.is(Action.RELEASE, Phase.OK) && operation.from() >= lastAcquire) {
                return Math.min(operation.to(), runsOut);
            }
        }
        return runsOut;
    }

    /** A process that was not killed may have sent it at any time until the end of the history. */
    private static long gaveUp(Operation operation, Map<String, Long> deaths) {
        return Math.min(operation.over(), deaths.getOrDefault(operation.process(), Times.NEVER));
    }
}
