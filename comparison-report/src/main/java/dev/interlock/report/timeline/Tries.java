// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.timeline;

import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryEvent;
import dev.interlock.tck.history.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Leaves out the repetitive part of a long history: the middle of a series of tries that all met a holder. */
final class Tries {

    /** More events than a reader can distinguish in a picture. */
    private static final int MANY = 80;

    private Tries() {}

    static History thinned(History history) {
        if (history.events().size() <= MANY) {
            return history;
        }
        record Key(String process, String lock) {}
        Map<Key, List<Operation>> rows = new HashMap<>();
        Set<HistoryEvent> left = new HashSet<>();
        for (Operation step : history.operations()) {
            List<Operation> row = rows.computeIfAbsent(new Key(step.process(), step.lock()), key -> new ArrayList<>());
            if (isContended(step)) {
                row.add(step);
            } else {
                leaveMiddle(row, left);
                row.clear();
            }
        }
        rows.values().forEach(row -> leaveMiddle(row, left));
        return History.of(
                history.events().stream().filter(event -> !left.contains(event)).toList());
    }

    private static boolean isContended(Operation step) {
        HistoryEvent ended = step.ended();
        return step.action() == Action.ACQUIRE
                && ended != null
                && ended.detail().equals(Action.CONTENDED);
    }

    private static void leaveMiddle(List<Operation> row, Set<HistoryEvent> left) {
        for (int i = 1; i < row.size() - 1; i++) {
            HistoryEvent ended = row.get(i).ended();
            left.add(row.get(i).invoked());
            if (ended != null) {
                left.add(ended);
            }
        }
    }
}
