// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import org.junit.jupiter.api.Tag;

/** Every rule of the contract on two stores in memory, where the old store decides the tokens. */
@Tag("nightly")
class BothTckTest extends LockTck {

    @Override
    protected LockFixture fixture() {
        return new TwoStoresFixture(MigrationBackend::both);
    }
}
