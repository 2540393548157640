// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.soak;

import dev.interlock.tck.memory.MemoryFixture;

/** A soak passes on a sound store. */
class SoakIT extends SoakTck<AutoCloseable> {

    SoakIT() {
        super(() -> () -> {}, memory -> new MemoryFixture());
    }
}
