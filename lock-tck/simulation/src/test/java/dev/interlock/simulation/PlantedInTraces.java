// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;

/** Defects of the engine that break no promise in the simulated world, so that no rule names them: the model does. {@code within} counts schedules. */
final class PlantedInTraces {

    /** The step that the model has not. */
    static final String STEP = "\"renews\"";

    static final List<PlantedDefect> ALL = List.of(
            new PlantedDefect(
                    "renewed-after-release",
                    "a lock that was released is renewed once more",
                    "Release",
                    "if (outcome instanceof ReleaseOutcome.Released) {",
                    "if (outcome instanceof ReleaseOutcome.Released) { "
                            + "holds.backend.renew(grant, grant.attempt().lease());",
                    50),
            new PlantedDefect(
                    "no-asked-again",
                    "the first answer that the lock is another's is not believed: the client asks once more",
                    "RenewalCycle",
                    "hold.lose(LossCause.NOT_OWNER, notOwner.detail());",
                    "holds.backend.renew(grant, request.kept()); hold.lose(LossCause.NOT_OWNER, notOwner.detail());",
                    200));

    private PlantedInTraces() {}
}
