// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.testbed;

import dev.interlock.planted.spi.Backend;
import dev.interlock.planted.tck.KitFaults;
import dev.interlock.planted.testbed.server.PlantedServer;

/** Planted faults of the testbed. */
public final class TestbedFaults {

    abstract static class SeesSpi {
        abstract Backend backend();
    }

    abstract static class SeesKit {
        abstract KitFaults kit();
    }

    /** No fault: it is of the testbed, too. */
    abstract static class SeesServer {
        abstract PlantedServer server();
    }
}
