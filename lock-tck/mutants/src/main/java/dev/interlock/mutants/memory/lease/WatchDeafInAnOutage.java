// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContext;

/** What a watch misses while its store cannot be reached it never learns. */
final class WatchDeafInAnOutage extends ForwardingBackend {

    private static final LockName ANY = new LockName("any");

    WatchDeafInAnOutage(LockBackend to) {
        super(to);
    }

    @Override
    public void start(BackendContext context) {
        super.start(new ForwardingContext(context) {
            @Override
            public void reportLost(AttemptId id, String detail) {
                try {
                    inspect(ANY);
                } catch (LockUnavailableException e) {
                    return;
                }
                super.reportLost(id, detail);
            }
        });
    }
}
