// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

/** How binding a rule is. */
public enum Obligation {
    /** Every backend keeps it and cannot opt out. */
    MUST,
    /** A backend that breaks it is still a lock, but a worse one. */
    SHOULD
}
