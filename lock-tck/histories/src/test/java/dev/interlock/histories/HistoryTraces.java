// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories;

import dev.interlock.model.Trace;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryEvent;
import dev.interlock.tck.history.Operation;
import dev.interlock.tck.history.Phase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns the history of client processes into traces as the module {@code Observed} reads them, one for each lock.
 *
 * <p>A trace has only attempts that were granted the lock, and none of which a request to acquire has no answer: what the
 * others did is possible without such an attempt, if it is possible with it. Refusals are left out, since the model does
 * not say when a store must grant.
 */
final class HistoryTraces {

    /** TLC's numbers have 32 bits, and the model adds to each time. */
    private static final long LONGEST_NANOS = 1_000_000_000_000L;

    private static final Set<Action> FAULTS_OF_PROCESSES = EnumSet.of(Action.KILL, Action.PAUSE);

    private final History history;
    private final Map<String, Long> deaths;
    private final Map<String, List<Operation>> locks = new LinkedHashMap<>();

    private HistoryTraces(History history, Map<String, Long> deaths) {
        this.history = history;
        this.deaths = deaths;
        history.operations().stream()
                .filter(operation -> !operation.action().injected())
                .forEach(operation -> locks.computeIfAbsent(operation.lock(), name -> new ArrayList<>())
                        .add(operation));
    }

    /**
     * The traces of a history, without locks that were never granted.
     *
     * @param origin for people
     * @param history of processes that release what they hold before they end, unless they are killed, and of a store
     *     that no fault was injected into; what comes after a quarter of an hour is left out
     */
    static List<Trace> of(String origin, History history) {
        return of(origin, history, Map.of());
    }

    /** The same of a store whose holds end with a connection, and so with the process that is killed. */
    static List<Trace> ofConnections(String origin, History history) {
        Map<String, Long> deaths = new LinkedHashMap<>();
        for (Operation operation : history.operations()) {
            if (operation.action() == Action.KILL) {
                deaths.put(operation.owner(), operation.invoked().nanos() - history.start());
            }
        }
        return of(origin, history, deaths);
    }

    private static List<Trace> of(String origin, History whole, Map<String, Long> deaths) {
        History history = History.of(whole.events().stream()
                .filter(event -> event.nanos() - whole.start() <= LONGEST_NANOS)
                .toList());
        for (HistoryEvent event : history.events()) {
            boolean otherClock = event.action() == Action.HANDSHAKE && event.phase() != Phase.OK;
            boolean faultOfStore = event.action().injected() && !FAULTS_OF_PROCESSES.contains(event.action());
            if (otherClock || faultOfStore) {
                throw new IllegalArgumentException("the model has no such step: " + event);
            }
        }
        HistoryTraces traces = new HistoryTraces(history, deaths);
        return traces.locks.keySet().stream()
                .map(lock -> new Trace(origin + " '" + lock + "'", false, traces.steps(lock)))
                .filter(trace -> !trace.steps().isEmpty())
                .toList();
    }

    private List<String> steps(String lock) {
        List<ObservedAttempt> all = attempts(lock);
        List<ObservedAttempt> traced =
                all.stream().filter(attempt -> !attempt.isUnclear()).toList();
        Map<ObservedAttempt, List<ObservedBelief>> beliefs = new LinkedHashMap<>();
        Places places = new Places();
        for (ObservedBelief belief : beliefs(lock)) {
            all.stream()
                    .filter(attempt -> attempt.owns(belief))
                    .findFirst()
                    .ifPresentOrElse(
                            attempt -> beliefs.computeIfAbsent(attempt, owner -> new ArrayList<>())
                                    .add(belief),
                            () -> places.addStranger(belief));
        }
        Map<ObservedAttempt, Integer> numbers = numbered(traced);
        for (ObservedAttempt attempt : traced) {
            List<ObservedStep> steps = attempt.steps(
                    numbers.get(attempt),
                    beliefs.getOrDefault(attempt, List.of()),
                    deaths.getOrDefault(attempt.process(), Long.MAX_VALUE));
            places.add(steps, attempt.isOver());
        }
        return places.texts();
    }

    /** Those that were granted the lock. */
    private List<ObservedAttempt> attempts(String lock) {
        Map<String, List<Operation>> owners = new LinkedHashMap<>();
        for (Operation operation : locks.get(lock)) {
            if (operation.action() != Action.BELIEVE) {
                owners.computeIfAbsent(operation.owner(), owner -> new ArrayList<>())
                        .add(operation);
            }
        }
        return owners.values().stream()
                .map(operations -> new ObservedAttempt(
                        operations.get(0).process(),
                        operations.stream()
                                .map(operation -> ObservedRequest.of(operation, history.start()))
                                .toList()))
                .filter(ObservedAttempt::isGranted)
                .toList();
    }

    /** Those that end by the clock of their process. */
    private List<ObservedBelief> beliefs(String lock) {
        return locks.get(lock).stream()
                .filter(operation -> operation.action() == Action.BELIEVE
                        && operation.invoked().promiseNanos() > 0)
                .map(operation -> ObservedBelief.of(operation, notesOf(operation.invoked()), history.start()))
                .toList();
    }

    private List<HistoryEvent> notesOf(HistoryEvent invoked) {
        return history.events().stream()
                .filter(event -> event.phase() == Phase.NOTE
                        && event.op() == invoked.op()
                        && event.process().equals(invoked.process()))
                .toList();
    }

    /** Their tokens counted from 1; tokens of different attempts that are not different have the same number. */
    private static Map<ObservedAttempt, Integer> numbered(List<ObservedAttempt> attempts) {
        Map<ObservedAttempt, Integer> numbers = new LinkedHashMap<>();
        long last = 0;
        int number = 0;
        for (ObservedAttempt attempt : attempts.stream()
                .sorted(Comparator.comparingLong(ObservedAttempt::token))
                .toList()) {
            number += attempt.token() > last ? 1 : 0;
            numbers.put(attempt, number);
            last = Math.max(last, attempt.lastToken());
        }
        return numbers;
    }
}
