// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.tck;

import dev.interlock.planted.tck.rules.RuleFaults;

/** No fault: the kit nests the rules. */
public abstract class LockTck {

    abstract static class Nested extends RuleFaults {}
}
