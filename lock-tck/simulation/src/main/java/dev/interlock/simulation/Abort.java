// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

/** Ends a simulated thread whose schedule is over. An error, because much code continues after an exception. */
final class Abort extends Error {

    private static final long serialVersionUID = 1;

    Abort() {
        super("the schedule is over", null, false, false);
    }
}
