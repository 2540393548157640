// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

import dev.interlock.HeldLock;
import dev.interlock.LockName;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.OperatorSteps;
import java.util.List;

/** The steps for an operator in memory. Each runs as a whole under the guard of the store. */
record MemoryOperatorSteps(MemoryStore store, MemoryLockBackend client) implements OperatorSteps {

    @Override
    public List<HeldLock> list(String prefix, int atMost) {
        return store.held(prefix, atMost, client.clock().nanoTime());
    }

    @Override
    public FreeOutcome free(LockName name, long token) {
        return store.free(name, token, client.clock().nanoTime());
    }
}
