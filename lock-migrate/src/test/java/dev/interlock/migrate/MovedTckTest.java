// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.tck.memory.MemoryFixture;
import org.junit.jupiter.api.Tag;

/** Every rule of the contract on one store in memory whose tokens are of a new generation. */
@Tag("nightly")
class MovedTckTest extends LockTck {

    @Override
    protected LockFixture fixture() {
        return new MemoryFixture((backend, store) -> MovedBackend.to(backend, 1));
    }
}
