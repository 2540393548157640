// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.hosted;

/** The first word of a host's answer. */
final class Outcomes {

    /** Granted, renewed or released. */
    static final String DONE = "done";

    /** Contended, or not the owner. */
    static final String NOT_DONE = "not done";

    /** Refused or unknown: to the client process both are unknown. */
    static final String UNKNOWN = "unknown";

    private Outcomes() {}
}
