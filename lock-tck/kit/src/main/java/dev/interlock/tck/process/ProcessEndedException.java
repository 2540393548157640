// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

/** The process ended, or was killed, before it answered. */
public final class ProcessEndedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ProcessEndedException() {
        super("the process ended before it answered");
    }
}
