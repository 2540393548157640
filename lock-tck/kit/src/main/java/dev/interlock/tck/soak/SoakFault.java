// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.soak;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/** What a soak does to processes, to their way to the store, and to the store. */
enum SoakFault {
    /** A process is stopped as it stands, for up to twice its lease and mostly for less than half of it. */
    STOP(2),
    /** A process is killed, and another one takes its place. */
    KILL(1),
    /** The store is killed and started again: the rarest, because it disturbs everybody. */
    RESTART(1),
    /** The connections of a process are cut, and new ones are refused for up to half a lease. */
    CUT(3),
    /**
     * Whatever a process sends or is sent vanishes, for a while around the limit of a request or the lease, the longer
     * of both.
     */
    BLACKHOLE(2),
    /** The store does what a process asks for next, but its connection is cut instead of the reply. */
    LOST_REPLY(3);

    private final int weight;

    SoakFault(int weight) {
        this.weight = weight;
    }

    /** Those that can be done to a fixture. */
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
