// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a check says of a history. Only {@link Ok} passes. Immutable. */
public sealed interface Verdict {

    /** {@return whether it is {@link Ok}} */
    default boolean passes() {
        return this instanceof Ok;
    }

    /**
     * Something was checked and nothing was wrong.
     *
     * @param counts how much was checked, by what
     * @param remarks what was counted apart, such as overlaps that an injected pause explains
     */
    record Ok(SortedMap<String, Long> counts, List<String> remarks) implements Verdict {

        /** Copies both. */
        public Ok {
            counts = new TreeMap<>(counts);
            remarks = List.copyOf(remarks);
        }
    }

    /**
     * The history cannot have come from a system that keeps its promises.
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
     * Nothing can be said: no evidence of what the check looks for, or clocks that do not compare.
     *
     * @param reason why
     */
    record Unknown(String reason) implements Verdict {}
}
