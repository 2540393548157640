// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds a small counter-example. It removes operations from an illegal history of a lock while the history stays
 * illegal. It removes only operations that add constraints, so that the rest proves the whole history illegal. For one
 * thread.
 */
final class Shrinker {

    private final StoreModel model;
    private final HoldEndingFaults faults;

    Shrinker(StoreModel model, HoldEndingFaults faults) {
        this.model = model;
        this.faults = faults;
    }

    List<Operation> shrink(List<Operation> all) {
        // Two owners at a time say more than an owner that was notified of the loss.
        List<Operation> silent = all.stream()
                .filter(operation -> operation.outcome() != Phase.FAIL)
                .toList();
        List<Operation> operations = conflict(silent).isPresent() ? silent : all;
        List<List<Operation>> units = fewest(
                new ArrayList<>(byOwner(operations).values()),
                left -> conflict(left).isPresent());
        List<Operation> left = units.stream().flatMap(List::stream).toList();
        Conflict.Kind kind = conflict(left).orElseThrow().kind();
        List<Operation> needed = left.stream()
                .filter(operation -> !onlyStricter(operation, kind))
                .toList();
        List<List<Operation>> rest = left.stream()
                .filter(operation -> onlyStricter(operation, kind))
                .map(List::of)
                .toList();
        List<Operation> fewest = new ArrayList<>(needed);
        fewest(rest, some -> staysIllegal(needed, some, kind)).forEach(fewest::addAll);
        return fewest;
    }

    private static Map<String, List<Operation>> byOwner(List<Operation> operations) {
        Map<String, List<Operation>> owners = new LinkedHashMap<>();
        for (Operation operation : operations) {
            owners.computeIfAbsent(operation.owner(), owner -> new ArrayList<>())
                    .add(operation);
        }
        return owners;
    }

    /**
     * Whether an operation only adds constraints. A renewal makes a hold longer, and its confirmation also proves that
     * the lease ran, which is the issue in LAPSED.
     */
    private static boolean onlyStricter(Operation operation, Conflict.Kind kind) {
        boolean renewal = operation.action() == Action.RENEW;
        return operation.outcome() == Phase.FAIL || (renewal && kind != Conflict.Kind.LAPSED);
    }

    /** Without a renewal that prolonged a lease, the rest would be illegal for another reason than the whole. */
    private boolean staysIllegal(List<Operation> needed, List<Operation> some, Conflict.Kind kind) {
        List<Operation> operations = new ArrayList<>(needed);
        operations.addAll(some);
        return kindOf(operations).equals(Optional.of(kind))
                && byOwner(operations).values().stream()
                        .allMatch(own ->
                                kindOf(own).filter(other -> other != kind).isEmpty());
    }

    private static List<List<Operation>> fewest(List<List<Operation>> units, Predicate<List<Operation>> illegal) {
        List<List<Operation>> left = units;
        for (int chunk = Math.max(1, left.size() / 2); chunk > 0; chunk /= 2) {
            int at = 0;
            while (at < left.size()) {
                List<List<Operation>> without = new ArrayList<>(left.subList(0, at));
                without.addAll(left.subList(Math.min(left.size(), at + chunk), left.size()));
                if (illegal.test(without.stream().flatMap(List::stream).toList())) {
                    left = without;
                } else {
                    at += chunk;
                }
            }
        }
        return left;
    }

    private Optional<Conflict.Kind> kindOf(List<Operation> operations) {
        return conflict(operations).map(Conflict::kind);
    }

    private Optional<Conflict> conflict(List<Operation> operations) {
        return Timeline.conflict(operations, model, faults);
    }
}
