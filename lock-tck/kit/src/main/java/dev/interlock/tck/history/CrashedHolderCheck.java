// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The check of crashes: whether a killed holder blocks others no longer than its lease and a slack. {@link ServerCheck}
 * checks that it blocks them for its lease. A late answer is no evidence if another fault was injected in between.
 * Immutable.
 */
public final class CrashedHolderCheck {

    private final Duration slack;

    /**
     * Creates a check.
     *
     * @param slack how long after the end of the lease another owner may still wait for the grant, or be refused: the
     *     time in which the store notices, and the round trip
     */
    public CrashedHolderCheck(Duration slack) {
        this.slack = slack;
    }

    /**
     * Checks each {@link Action#KILL} of a process that had a lock.
     *
     * @param history the recorded history
     * @return unknown if no holder was killed, or if no client asked for its lock afterwards
     */
    public Verdict check(History history) {
        Optional<Verdict> unusable = history.unusable();
        if (unusable.isPresent()) {
            return unusable.get();
        }
        List<InjectedFault> faults = history.injectedFaults();
        Map<String, Long> deaths = history.deaths();
        long worst = 0;
        long successors = 0;
        for (List<Operation> operations : ServerCheck.requests(history).values()) {
            for (CrashedHold crashed : crashedHolds(LockHistory.of(operations), faults)) {
                Optional<Operation> late = lateAnswer(operations, crashed, deaths);
                if (late.isPresent() && !explained(faults, crashed, late.get())) {
                    return illegal(history.start(), crashed, late.get());
                }
                if (late.isEmpty() && crashed.next() != null) {
                    successors++;
                    worst = Math.max(
                            worst, crashed.next().grantTo() - crashed.kill().from());
                }
            }
        }
        if (successors == 0) {
            return new Verdict.Unknown("no lock of a killed holder was granted again");
        }
        TreeMap<String, Long> counts = new TreeMap<>();
        counts.put("locks granted after their holder was killed", successors);
        counts.put("longest wait in ms", worst / 1_000_000);
        return new Verdict.Ok(counts, List.of());
    }

    /** A hold whose process was killed, and the hold after it. */
    private record CrashedHold(
            RecordedHold hold, InjectedFault kill, @Nullable RecordedHold next) {

        /**
         * The end of its longest lease. A lease that was asked for before the kill may still have reached the store.
         */
        long leaseEnd() {
            return Stream.concat(hold.confirmed.stream(), hold.unknown.stream())
                    .mapToLong(operation -> Times.plus(Math.min(operation.to(), kill.to()), operation.promiseNanos()))
                    .max()
                    .orElseThrow();
        }
    }

    private static List<CrashedHold> crashedHolds(LockHistory lock, List<InjectedFault> faults) {
        List<CrashedHold> crashedHolds = new ArrayList<>();
        for (int i = 0; i < lock.holds.size(); i++) {
            RecordedHold hold = lock.holds.get(i);
            RecordedHold next = i + 1 < lock.holds.size() ? lock.holds.get(i + 1) : null;
            faults.stream()
                    .filter(fault -> fault.action() == Action.KILL && hold.release == null)
                    .filter(kill -> kill.event().owner().equals(hold.process()))
                    .filter(kill -> hold.first().from() <= kill.to())
                    .filter(kill -> next == null || next.grantTo() >= kill.from())
                    .findFirst()
                    .ifPresent(kill -> crashedHolds.add(new CrashedHold(hold, kill, next)));
        }
        return crashedHolds;
    }

    /** An acquire that came in time but was granted late, or was refused when the lock had to be free. */
    private Optional<Operation> lateAnswer(List<Operation> operations, CrashedHold crashed, Map<String, Long> deaths) {
        RecordedHold next = crashed.next();
        long free = Times.plus(crashed.leaseEnd(), slack.toNanos());
        long taken = next == null ? Times.NEVER : next.grantFrom();
        List<PossibleHold> others = PossibleHold.all(
                operations.stream()
                        .filter(operation ->
                                !operation.owner().equals(crashed.hold().owner()))
                        .filter(operation -> next == null || !operation.owner().equals(next.owner()))
                        .toList(),
                deaths,
                slack);
        for (Operation operation : operations) {
            boolean refused = operation.contended() && operation.from() > free && operation.to() < taken;
            boolean late = next != null
                    && operation.equals(next.first())
                    && operation.from() <= free
                    && operation.to() > Math.max(free, Times.plus(operation.from(), slack.toNanos()));
            if ((refused || late) && others.stream().noneMatch(other -> other.meets(operation))) {
                return Optional.of(operation);
            }
        }
        return Optional.empty();
    }

    /** Whether another injected fault can have delayed the answer. */
    private static boolean explained(List<InjectedFault> faults, CrashedHold crashed, Operation late) {
        return faults.stream()
                .filter(fault -> fault.action() != Action.KILL)
                .anyMatch(fault -> fault.from() <= late.to()
                        && fault.to() >= crashed.hold().grantFrom());
    }

    private Verdict illegal(long start, CrashedHold crashed, Operation late) {
        RecordedHold hold = crashed.hold();
        String story = "'" + late.lock() + "': " + hold.process() + " was killed at "
                + Times.since(start, crashed.kill().from()) + " holding token " + hold.firstToken
                + ", its lease ended by " + Times.since(start, crashed.leaseEnd()) + ", but " + late.process()
                + (late.outcome() == Phase.OK ? " was granted the lock only at " : " was still refused at ")
                + Times.since(start, late.to()) + ", more than the slack of " + Times.millis(slack.toNanos())
                + " later: a dead holder blocked others.";
        List<HistoryEvent> events = new ArrayList<>(hold.first().events());
        events.add(crashed.kill().event());
        events.addAll(late.events());
        return new Verdict.Illegal(story, events);
    }
}
