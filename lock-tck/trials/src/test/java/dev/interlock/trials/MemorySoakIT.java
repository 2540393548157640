// SPDX-License-Identifier: Apache-2.0
package dev.interlock.trials;

import dev.interlock.tck.memory.MemoryFixture;
import dev.interlock.tck.soak.SoakTck;

/** A soak passes on a sound store. */
class MemorySoakIT extends SoakTck<AutoCloseable> {

    MemorySoakIT() {
        super(() -> () -> {}, memory -> new MemoryFixture());
    }
}
