// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.cli;

import dev.interlock.planted.spi.Backend;

/** Planted faults of the command line. */
public final class CommandFaults {

    abstract static class SeesSpi {
        abstract Backend backend();
    }
}
