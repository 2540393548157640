// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;

/** Defects in what a client keeps of its released locks. */
final class PlantedInRetention {

    static final List<PlantedDefect> ALL = List.of(
            new PlantedDefect(
                    "recall-forgotten-while-held",
                    "a recall that comes while the lock is held does not keep it from being retained",
                    "Hold",
                    "retention.end(); holds.retained.letGoIfRetained",
                    "holds.retained.letGoIfRetained",
                    20_000),
            new PlantedDefect(
                    "retained-for-two",
                    "a retained lock stays there when a caller takes it",
                    "Retention",
                    "retained = null; usedAgain = true;",
                    "usedAgain = true;",
                    20_000),
            new PlantedDefect(
                    "retained-beyond-the-close",
                    "a client that closes leaves its retained locks to their leases",
                    "Closing",
                    "CountDownLatch retained = holds.retained.letAllGo();",
                    "CountDownLatch retained = new CountDownLatch(0);",
                    1_000));

    private PlantedInRetention() {}
}
