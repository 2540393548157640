// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.soak;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/** The faults that a soak injects into processes, into their links to the store, and into the store. */
enum SoakFault {
    /** A process is stopped for up to twice its lease, and mostly for less than half of it. */
    STOP(2),
    /** A process is killed and replaced by another. */
    KILL(1),
    /** The store is killed and started again. This is the rarest fault, because it disturbs every process. */
    RESTART(1),
    /** The connections of a process are cut, and new ones are refused for up to half a lease. */
    CUT(3),
    /**
     * All messages from and to a process vanish, for a time around the request limit or the lease, whichever is longer.
     */
    BLACKHOLE(2),
    /** The store executes a process's next request, but its connection is cut instead of the reply. */
    LOST_REPLY(3);

    private final int weight;

    SoakFault(int weight) {
        this.weight = weight;
    }

    /** The faults that can be injected with a fixture. */
    static Set<SoakFault> possible(boolean canRestart, boolean hasLink) {
        Set<SoakFault> possible = EnumSet.of(STOP, KILL);
        if (canRestart) {
            possible.add(RESTART);
        }
        if (hasLink) {
            possible.addAll(EnumSet.of(CUT, BLACKHOLE, LOST_REPLY));
        }
        return possible;
    }

    static SoakFault choose(Random choices, Set<SoakFault> possible) {
        int number = choices.nextInt(
                possible.stream().mapToInt(fault -> fault.weight).sum());
        for (SoakFault fault : possible) {
            number -= fault.weight;
            if (number < 0) {
                return fault;
            }
        }
        throw new IllegalStateException("the weights of " + possible + " do not add up");
    }
}
