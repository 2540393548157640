// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The time in which a client believed that it held a lock.
 *
 * @param invoked its first event
 * @param to its end: by a release, a notification of the loss, the client's own clock, or a kill
 */
record Belief(HistoryEvent invoked, long to) {

    long from() {
        return invoked.nanos();
    }

    /** Whether the belief ends by the client's own clock. */
    boolean hasClock() {
        return invoked.promiseNanos() > 0;
    }

    /** The owner. A belief without an owner counts as its own owner. */
    String owner() {
        return invoked.owner().isEmpty() ? invoked.process() + "#" + invoked.op() : invoked.owner();
    }

    static List<Belief> all(History history) {
        record Key(String process, long op) {}
        Map<Key, Long> valid = new HashMap<>();
        for (HistoryEvent event : history.events()) {
            if (event.action() == Action.BELIEVE && event.phase() != Phase.OK) {
                long until = event.promiseNanos() == 0 ? Times.NEVER : Times.plus(event.nanos(), event.promiseNanos());
                valid.merge(new Key(event.process(), event.op()), until, Math::max);
            }
        }
        Map<String, Long> killed = killed(history);
        List<Belief> beliefs = new ArrayList<>();
        for (Operation operation : history.operations()) {
            if (operation.action() == Action.BELIEVE) {
                long until = valid.getOrDefault(
                        new Key(operation.process(), operation.invoked().op()), Times.NEVER);
                long killedAt = killed.getOrDefault(operation.process(), Times.NEVER);
                beliefs.add(new Belief(operation.invoked(), Math.min(Math.min(until, killedAt), operation.over())));
            }
        }
        beliefs.sort(Comparator.comparingLong(Belief::from));
        return beliefs;
    }

    private static Map<String, Long> killed(History history) {
        Map<String, Long> killed = new HashMap<>();
        for (InjectedFault fault : history.injectedFaults()) {
            if (fault.action() == Action.KILL) {
                killed.merge(fault.event().owner(), fault.from(), Math::min);
            }
        }
        return killed;
    }

    @Nullable
    Overlap overlap(Belief later) {
        long end = Math.min(to, later.to);
        return end <= later.from() || owner().equals(later.owner()) ? null : new Overlap(this, later, end);
    }

    /** Two beliefs in one lock at the same time, the older one first. */
    record Overlap(Belief older, Belief newer, long to) {

        long from() {
            return newer.from();
        }
    }
}
