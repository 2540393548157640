// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.tck.rules;

import dev.interlock.planted.tck.LockTck;

/** Planted faults of the kit's rules. */
public abstract class RuleFaults {

    abstract static class SeesKit {
        abstract LockTck kit();
    }
}
