// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.soak;

import java.util.Random;

/** What a soak does to processes and store. */
enum SoakFault {
    /** A process is stopped as it stands, for up to twice its lease. */
    STOP,
    /** A process is killed, and another one takes its place. */
    KILL,
    /** The store is killed and started again. */
    RESTART;

    /** A restart is the rarest: it disturbs everybody. */
    static SoakFault choose(Random choices, boolean canRestart) {
        int number = choices.nextInt(canRestart ? 5 : 4);
        return number < 2 ? STOP : number < 4 ? KILL : RESTART;
    }
}
