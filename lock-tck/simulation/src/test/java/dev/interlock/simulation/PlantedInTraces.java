// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;

/** Defects of the engine that break no promise in the simulated world, so that no rule names them: the model does. */
final class PlantedInTraces {

    static final List<PlantedDefect> ALL = List.of(
            new PlantedDefect(
                    "asks-a-holder-again",
                    "an attempt that was granted is sent once more",
                    "AttemptRequests",
                    "return counted(backend.tryAcquire(attempt));",
                    "AcquireOutcome first = counted(backend.tryAcquire(attempt)); "
                            + "return first instanceof AcquireOutcome.Granted ? counted(backend.tryAcquire(attempt)) : first;",
                    200),
            new PlantedDefect(
                    "renews-what-is-over",
                    "a hold whose end the client knows is renewed",
                    "RenewalCycle",
                    "return hold.remainingNanos() == 0 ? null : new Request",
                    "return new Request",
                    200));

    private PlantedInTraces() {}
}
