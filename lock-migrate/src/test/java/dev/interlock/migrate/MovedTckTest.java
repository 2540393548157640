// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.tck.memory.MemoryFixture;

/** Every rule of the contract on one store in memory whose tokens are of a new generation. */
class MovedTckTest extends LockTck {

    @Override
    protected LockFixture fixture() {
        return new MemoryFixture((backend, store) -> MovedBackend.to(backend, 1));
    }
}
