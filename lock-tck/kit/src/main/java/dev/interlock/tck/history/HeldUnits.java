// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import dev.interlock.spi.Share;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The units of a lock that its holds have, each until its earliest end. Holds come in order of token, which is the order
 * of their grants. For one thread.
 */
final class HeldUnits {

    private record Held(RecordedHold hold, long end) {}

    private final PriorityQueue<Held> held = new PriorityQueue<>(Comparator.comparingLong(Held::end));
    private long units;
    private int limit;
    private long room = Times.ALWAYS;
    private RecordedHold before;

    /** No holds. */
    HeldUnits(RecordedHold first) {
        before = first;
    }

    /**
     * Returns the earliest time at which the next hold fits: after the grant before it, and after so many ends of holds
     * that there is room for its units. A lock changes its limit only if it is free.
     */
    long room(RecordedHold hold) {
        Share share = hold.share();
        int most = share.limit() == limit ? limit - share.units() : 0;
        while (units > most) {
            Held ended = held.remove();
            units -= ended.hold().share().units();
            if (ended.end() >= room) {
                room = ended.end();
                before = ended.hold();
            }
        }
        return room;
    }

    /** The hold to which the time of {@link #room} is due. */
    RecordedHold before() {
        return before;
    }

    /** The next hold was granted at the earliest then, and ends at the earliest then. */
    void add(RecordedHold hold, long granted, long end) {
        limit = hold.share().limit();
        units += hold.share().units();
        held.add(new Held(hold, end));
        room = granted;
        before = hold;
    }
}
