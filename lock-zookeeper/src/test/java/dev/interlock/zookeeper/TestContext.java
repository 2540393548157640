// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.LockClock;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.tck.StandaloneContext;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a backend needs of an engine, with the machine's clock; keeps the reports. */
final class TestContext implements BackendContext {

    final List<AttemptId> lost = new CopyOnWriteArrayList<>();
    final List<AttemptId> uncertain = new CopyOnWriteArrayList<>();
    private final BackendContext system = new StandaloneContext();

    @Override
    public LockClock clock() {
        return system.clock();
    }

    @Override
    public void reportLost(AttemptId id, String detail) {
        lost.add(id);
    }

    @Override
    public void reportUncertain(AttemptId id, String detail) {
        uncertain.add(id);
    }
}
