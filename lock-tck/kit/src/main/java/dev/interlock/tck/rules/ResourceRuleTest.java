// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.tck.time.Awaiter;
import java.time.Duration;
import java.util.OptionalLong;

/** A rule about what steps leave open: files and connections of this process, and what else the fixture counts. */
public abstract class ResourceRuleTest extends ClientRuleTest {

    /** A leak opens more in each round; a pool that grows, or other work in this JVM, does so in one or two. */
    protected static final int ROUNDS = 3;

    /** Some steps that may open something. */
    @FunctionalInterface
    protected interface Round {
        void run() throws Exception;
    }

    /**
     * Requires that some of several rounds leave less open than one thing for two steps.
     *
     * @param steps how many steps a round has
     * @param settled how long after a round things may close
     */
    protected final void requireNoneLeftOpen(String what, int steps, int rounds, Duration settled, Round round)
            throws Exception {
        for (int i = 0; i < rounds; i++) {
            long before = open();
            round.run();
            if (Awaiter.holdsWithin(() -> open() - before < steps / 2, Awaiter.stretched(settled))) {
                evidence("{} left less than {} files and connections open", what, steps / 2);
                return;
            }
        }
        throw broken("{} times {} left more and more open, at least {} each time", rounds, what, steps / 2);
    }

    private long open() {
        OptionalLong open = fixture().openResources();
        return open.orElseThrow(() -> notExercised("this system does not tell how many files a process has open"));
    }
}
