// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.soak;

import dev.interlock.tck.FaultLink.RequestKind;
import java.util.Random;
import java.util.Set;

/**
 * One fault with all that is left to chance about it. Drawn as a whole, so that the choices of a seed do not depend on
 * how fast anything goes.
 *
 * @param fault what is done
 * @param victim to which of the processes, or to the next that has nothing done to it
 * @param share of the longest time that it may last
 * @param rest how many updates come before it
 * @param step which reply is lost, if one is
 * @param seed of the process that takes a killed one's place
 */
record SoakChoice(SoakFault fault, int victim, double share, int rest, RequestKind step, long seed) {

    private static final int MOST_UPDATES_BETWEEN = 20;

    static SoakChoice next(Random choices, Set<SoakFault> possible, int processes) {
        return new SoakChoice(
                SoakFault.choose(choices, possible),
                choices.nextInt(processes),
                choices.nextDouble(),
                1 + choices.nextInt(MOST_UPDATES_BETWEEN),
                choices.nextBoolean() ? RequestKind.ACQUIRE : RequestKind.RELEASE,
                choices.nextLong());
    }
}
