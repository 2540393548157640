// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.mutants;

import dev.interlock.planted.mutants.memory.defect.Defect;
import dev.interlock.planted.tck.KitFaults;
import dev.interlock.planted.tck.rules.RuleFaults;
import dev.interlock.planted.testbed.server.PlantedServer;

/** Planted faults of the mutants. */
public final class MutantFaults {

    /** No fault: mutants are there for the kit. */
    abstract static class SeesKit {
        abstract KitFaults kit();
    }

    abstract static class SeesRule {
        abstract RuleFaults rule();
    }

    abstract static class SeesDefect {
        abstract Defect defect();
    }

    abstract static class SeesServer {
        abstract PlantedServer server();
    }
}
