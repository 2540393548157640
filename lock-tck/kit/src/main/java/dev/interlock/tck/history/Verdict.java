// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The verdict of a check on a history. Only {@link Ok} passes. Immutable. */
public sealed interface Verdict {

    /** {@return whether it is {@link Ok}} */
    default boolean passes() {
        return this instanceof Ok;
    }

    /**
     * The check found something to check and nothing wrong.
     *
     * @param counts how much was checked, by kind
     * @param remarks observations that are counted separately, such as overlaps that an injected pause explains
     */
    record Ok(SortedMap<String, Long> counts, List<String> remarks) implements Verdict {

        /** Copies both. */
        public Ok {
            counts = new TreeMap<>(counts);
            remarks = List.copyOf(remarks);
        }
    }

    /**
     * The history cannot come from a system that keeps its promises.
     *
     * @param story the counter-example in words; times are relative to the start of the history
     * @param events the fewest events that show it, in order of time
     */
    record Illegal(String story, List<HistoryEvent> events) implements Verdict {

        /** Copies the list. */
        public Illegal {
            events = List.copyOf(events);
        }
    }

    /**
     * No verdict is possible: there is no evidence for the check, or the clocks do not compare.
     *
     * @param reason why
     */
    record Unknown(String reason) implements Verdict {}
}
