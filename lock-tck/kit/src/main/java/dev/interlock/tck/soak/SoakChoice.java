// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.soak;

import dev.interlock.tck.FaultLink.RequestKind;
import java.util.Random;
import java.util.Set;

/**
 * A fault with all its random choices. They are drawn together, so that the choices of a seed do not depend on the
 * speed of the run.
 *
 * @param fault the fault
 * @param victim the process that bears it, or the next one that is undisturbed
 * @param share the share of the longest time that it may last
 * @param rest how many updates come before it
 * @param step the step whose reply is lost, for that fault
 * @param seed the seed of the process that replaces a killed one
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
