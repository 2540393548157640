// SPDX-License-Identifier: Apache-2.0
package dev.interlock.trials;

import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.tck.memory.MemoryFixture;

/** The reference backend keeps the contract. */
class MemoryTckTest extends LockTck {

    @Override
    protected LockFixture fixture() {
        return new MemoryFixture();
    }
}
