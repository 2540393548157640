// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.model.Trace;
import dev.interlock.simulation.Scenario.StoreKind;
import dev.interlock.simulation.Steps.Step;
import dev.interlock.simulation.Steps.What;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Turns what a schedule did into traces as the module {@code Trace} reads them, one for each lock. */
final class TracesOfLocks {

    /** Of TLC's numbers, which have 32 bits. */
    private static final long LONGEST_MICROS = Integer.MAX_VALUE / 2;

    private static final Set<Fault.Kind> STOPS = EnumSet.of(Fault.Kind.PAUSE, Fault.Kind.SLEEP, Fault.Kind.STALL);

    private TracesOfLocks() {}

    /**
     * Whether the model has the store of a scenario, and its locks: its holds end with a lease, not with a session or
     * connection, and one caller has a lock at a time.
     */
    static boolean areOf(Scenario scenario) {
        return scenario.store() != StoreKind.SESSION
                && scenario.store() != StoreKind.CONNECTION
                && !scenario.hasShares();
    }

    /** The traces of a schedule, without locks that were never granted. */
    static List<Trace> of(Simulation.Outcome outcome) {
        List<Fault> faults = outcome.which().scenario().faults();
        boolean stops = faults.stream().anyMatch(fault -> STOPS.contains(fault.kind()));
        // A thread that stands still may have the answer of the store while others of its client still believe.
        boolean stalls = faults.stream().anyMatch(fault -> fault.kind() == Fault.Kind.STALL);
        List<Step> steps = outcome.trace().stream()
                .filter(step -> !stalls || step.what() != What.HEARS_NOT_OWNER)
                .toList();
        return Call.NAMES.stream()
                .flatMap(lock -> of(outcome.which().text(), stops, lock, steps).stream())
                .toList();
    }

    private static Optional<Trace> of(String origin, boolean stops, String lock, List<Step> all) {
        List<Step> steps = all.stream()
                .filter(step -> step.lock().equals(lock) || step.lock().isEmpty())
                .toList();
        List<Long> tokens = new ArrayList<>(new TreeSet<>(steps.stream()
                .filter(step -> step.what() == What.GRANTS)
                .map(Step::value)
                .toList()));
        boolean tooLong = steps.stream().anyMatch(step -> step.nanos() / 1_000 > LONGEST_MICROS);
        if (tokens.isEmpty() || tooLong) {
            return Optional.empty();
        }
        Map<String, Integer> attempts = new HashMap<>();
        steps.stream()
                .filter(step -> !step.attempt().isEmpty())
                .forEach(step -> attempts.putIfAbsent(step.attempt(), attempts.size() + 1));
        List<String> texts = shortened(steps).stream()
                .map(step -> text(step, attempts.getOrDefault(step.attempt(), 0), tokens))
                .toList();
        return Optional.of(new Trace(origin + " '" + lock + "'", stops, texts));
    }

    /**
     * Without requests that were not granted, if the attempt's next step is another request: the model would only lose
     * them. A belief at the moment of a write is that write.
     */
    private static List<Step> shortened(List<Step> steps) {
        Set<List<Object>> granted = steps.stream()
                .filter(step -> step.what() == What.GRANTS)
                .map(step -> List.<Object>of(step.attempt(), micros(step.sentNanos())))
                .collect(Collectors.toSet());
        Set<String> asksNext = new HashSet<>();
        Deque<Step> kept = new ArrayDeque<>();
        for (int i = steps.size() - 1; i >= 0; i--) {
            Step step = steps.get(i);
            Step next = kept.peek();
            boolean asks = step.what() == What.ASKS;
            if (asks
                    && asksNext.contains(step.attempt())
                    && !granted.contains(List.<Object>of(step.attempt(), micros(step.sentNanos())))) {
                continue;
            }
            if (asks) {
                asksNext.add(step.attempt());
            } else {
                asksNext.remove(step.attempt());
            }
            if (step.what() == What.BELIEVES && next != null && next.isWriteOf(step)) {
                kept.pop();
                kept.push(step.as(What.WRITES));
            } else {
                kept.push(step);
            }
        }
        return List.copyOf(kept);
    }

    private static String text(Step step, int attempt, List<Long> tokens) {
        long sent = micros(step.sentNanos());
        long lease = micros(step.leaseNanos());
        // A token that was not granted is none of the model's.
        int token = tokens.indexOf(step.value()) + 1;
        String rest = switch (step.what()) {
            case ASKS -> with("asks", attempt, lease);
            case GRANTS -> with("grants", attempt, sent, lease, token);
            case HEARS_GRANT -> with("hears grant", attempt, sent, lease, token);
            case RENEWS -> with("renews", attempt, lease);
            case RENEWED -> with("renewed", attempt, sent, lease);
            case HEARS_RENEWED -> with("hears renewed", attempt, sent, lease);
            case NOT_RENEWED -> with("not renewed", attempt, sent, lease);
            case HEARS_NOT_OWNER -> with("hears not owner", attempt, sent, lease);
            case RELEASES -> with("releases", attempt);
            case RELEASED -> with("released", attempt);
            case NOT_RELEASED -> with("not released", attempt);
            case DOUBTS -> with("doubts", attempt);
            case BELIEVES -> with("believes", attempt, micros(step.value()));
            case WRITES -> with("writes", attempt, micros(step.value()));
            case IS_KEPT_OUT -> with("is kept out", attempt);
            case FORGETS -> with("forgets", 0);
            case FAILS_OVER -> with("fails over", 0);
            case JUMPS -> with("jumps", 0, micros(step.value()));
        };
        return "<<" + micros(step.nanos()) + "," + rest + ">>";
    }

    private static String with(String what, int attempt, long... numbers) {
        StringBuilder text = new StringBuilder("\"" + what + "\",\"a" + attempt + "\"");
        for (long number : numbers) {
            text.append(',').append(number);
        }
        return text.toString();
    }

    private static long micros(long nanos) {
        return nanos / 1_000;
    }
}
