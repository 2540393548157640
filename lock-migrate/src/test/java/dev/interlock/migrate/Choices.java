// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import java.util.ArrayList;
import java.util.List;

/** Goes through all runs of a scenario that makes choices: each run takes the next way through them. */
final class Choices {

    private final List<Integer> taken = new ArrayList<>();
    private final List<Integer> most = new ArrayList<>();
    private int next;

    /** One of so many, counted from 0. */
    int of(int count) {
        if (next == taken.size()) {
            taken.add(0);
            most.add(count - 1);
        }
        int chosen = taken.get(next);
        next++;
        return chosen;
    }

    /** Whether there is a further way; the next run takes it. */
    boolean advance() {
        next = 0;
        while (!taken.isEmpty()) {
            int last = taken.size() - 1;
            if (taken.get(last) < most.get(last)) {
                taken.set(last, taken.get(last) + 1);
                return true;
            }
            taken.remove(last);
            most.remove(last);
        }
        return false;
    }

    @Override
    public String toString() {
        return taken.toString();
    }
}
