// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LossWatch;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContext;
import java.util.Optional;

/** A backend whose watch does not report what it sees when it begins. */
class WatchFromNow extends ForwardingBackend {

    private final ThreadLocal<Boolean> beginning = ThreadLocal.withInitial(() -> false);

    WatchFromNow(LockBackend to) {
        super(to);
    }

    @Override
    public void start(BackendContext started) {
        super.start(new ForwardingContext(started) {
            @Override
            public void reportLost(AttemptId id, String detail) {
                if (!beginning.get()) {
                    super.reportLost(id, detail);
                }
            }
        });
    }

    @Override
    public Optional<LossWatch> lossWatch() {
        return super.lossWatch().map(watch -> new LossWatch() {
            @Override
            public void begin(Grant grant) {
                beginning.set(isOverlooked(grant));
                try {
                    watch.begin(grant);
                } finally {
                    beginning.set(false);
                }
            }

            @Override
            public void end(Grant grant) {
                watch.end(grant);
            }
        });
    }

    /** Whether a loss that the beginning of this watch would report goes unnoticed. */
    boolean isOverlooked(Grant grant) {
        return true;
    }
}
