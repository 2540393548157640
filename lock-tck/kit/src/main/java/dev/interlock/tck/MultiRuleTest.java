// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import java.util.List;

/** A rule about several locks that are acquired together. */
abstract class MultiRuleTest extends InstrumentedRuleTest {

    /** Three names, in the order in which they are acquired. */
    final List<String> names() {
        String name = name();
        return List.of(name + " a", name + " b", name + " c");
    }
}
