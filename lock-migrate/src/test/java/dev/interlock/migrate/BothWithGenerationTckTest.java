// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import org.junit.jupiter.api.Tag;

/** Every rule of the contract on two stores in memory, where tokens are of the new generation. */
@Tag("nightly")
class BothWithGenerationTckTest extends LockTck {

    @Override
    protected LockFixture fixture() {
        return new TwoStoresFixture((old, recent) -> MigrationBackend.both(old, recent, new NewGeneration(1, 1)));
    }
}
