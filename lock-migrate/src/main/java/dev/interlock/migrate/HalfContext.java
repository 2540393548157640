// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.LockClock;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;

/** The client's services for one of the two stores: its reports are about the client's attempts. Thread-safe. */
record HalfContext(BackendContext client, Takes takes, String store) implements BackendContext {

    @Override
    public LockClock clock() {
        return client.clock();
    }

    @Override
    public void reportLost(AttemptId id, String detail) {
        client.reportLost(takes.asked(id), store + ": " + detail);
    }

    @Override
    public void reportUncertain(AttemptId id, String detail) {
        client.reportUncertain(takes.asked(id), store + ": " + detail);
    }
}
